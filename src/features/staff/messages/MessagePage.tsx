import { useState } from "react";
import { v4 } from "uuid";
import { countCharacters } from "../../../domain/contact.ts";
import { once } from "../../../domain/once.ts";
import { staffPaths } from "../../../domain/paths.ts";
import { formatMoment, timeSince } from "../../../domain/text/dates.ts";
import { unmistakableEmail } from "../../../domain/text/readableEmail.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { Select } from "../../../ui/form/Select.tsx";
import { TextArea } from "../../../ui/form/TextArea.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { useStaff } from "../frame/access.ts";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { StateBadge } from "./MessagesPage.tsx";
import { type Answer, type Message, messageSchema, NO_REPLY } from "./messages.ts";

/** One message with its answers, and the form for another answer. */
export default function MessagePage({ id }: { id: string }) {
  const query = useStaffQuery("staff_message", { p_id: id }, messageSchema);
  const message = query.status === "ready" ? query.data : null;
  return (
    <Screen
      title={message?.subject ?? "Message"}
      back={{ to: staffPaths.area("messages"), label: "Messages" }}
      actions={
        message &&
        message.state !== "closed" && <CloseMessage id={id} state={message.state} onDone={query.reload} />
      }
    >
      <Loaded query={query} what="the message">
        {(data) => <Whole message={data} onChange={query.reload} />}
      </Loaded>
    </Screen>
  );
}

function Whole({ message, onChange }: { message: Message; onChange: () => void }) {
  const { name, email, state, created_at: at } = message;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StateBadge state={state} />
        <p className="wrap-anywhere">
          From <strong>{name}</strong> at {unmistakableEmail(email)}
        </p>
        <p className="text-muted">
          {formatMoment(at)}, {timeSince(at)} ago
        </p>
      </div>
      <div className="grid items-start gap-x-10 gap-y-10 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-8">
          <section aria-labelledby="message-title" className="flex flex-col gap-3">
            <h2 id="message-title" className="text-2xl">
              The message
            </h2>
            <p className="written wrap-anywhere">{message.message}</p>
          </section>
          {message.answers.map((answer, index) => (
            <AnswerView key={answer.id} answer={answer} number={index + 1} />
          ))}
          <AnswerForm message={message} onDone={onChange} />
        </div>
        <Assignment key={message.assigned_to} message={message} onDone={onChange} />
      </div>
    </>
  );
}

const MAILS: Record<Answer["mail"], string> = {
  queued: "The email is on its way to the mail server.",
  sent: "The mail server has accepted the email.",
  skipped: "The email was not sent.",
  failed: "The email could not be sent. Write to the sender from your own mailbox.",
};

function AnswerView({ answer: { author, at, body, mail }, number }: { answer: Answer; number: number }) {
  return (
    <section aria-labelledby={`answer-${number}`} className="flex flex-col gap-3 border-t border-line pt-6">
      <h2 id={`answer-${number}`} className="wrap-anywhere text-xl">
        Answered by {author === "" ? "a former colleague" : author}, {formatMoment(at)}
      </h2>
      <p className="written wrap-anywhere">{body}</p>
      <p className={mail === "queued" || mail === "sent" ? "text-muted" : "font-semibold text-danger"}>
        {MAILS[mail]}
      </p>
    </section>
  );
}

type CloseProps = { id: string; state: Message["state"]; onDone: () => void };

function CloseMessage({ id, state, onDone }: CloseProps) {
  return (
    <ConfirmAction
      label="Close the message"
      title={state === "open" ? "Close this message without an answer?" : "Close this message?"}
      sentence="It moves from the inbox to Closed. The sender is not notified, and answering the message opens it again."
      run={() => staffRpc("staff_close_message", { p_id: id }, NO_REPLY)}
      done="The message was closed"
      onDone={onDone}
    />
  );
}

const MAX_CHARACTERS = 5000;
const NUMBER = once(() => new Intl.NumberFormat("en-GB"));

/** Plain text, which is emailed to the address that the sender gave. */
function AnswerForm({ message, onDone }: { message: Message; onDone: () => void }) {
  const { id, email, answers } = message;
  const [text, setText] = useState("");
  // The same until the server has the answer, so that an answer whose reply was lost is not sent twice.
  const [answerId, setAnswerId] = useState(() => v4());
  const isTooLong = countCharacters(text) > MAX_CHARACTERS;
  const sent = () => {
    setText("");
    setAnswerId(v4());
    onDone();
  };
  return (
    <section aria-labelledby="answer-title" className="flex flex-col gap-4 border-t border-line pt-6">
      <h2 id="answer-title" className="text-2xl">
        {answers.length === 0 ? "Your answer" : "Add another answer"}
      </h2>
      <Field
        label="Answer"
        hint="Plain text. The email says when the message was sent and why it arrives, and repeats nothing from the form, because the address may not be the sender’s own."
        error={isTooLong ? `Use at most ${NUMBER().format(MAX_CHARACTERS)} characters` : undefined}
      >
        {(control) => (
          <TextArea {...control} rows={9} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <div>
        <ConfirmAction
          label="Send the answer"
          variant="primary"
          disabled={text.trim() === "" || isTooLong}
          title="Send this answer?"
          sentence={
            <span className="wrap-anywhere">
              It is emailed to <span translate="no">{unmistakableEmail(email)}</span> and cannot be recalled.
              Replies go to the academy’s mailbox, not to this page.
            </span>
          }
          run={() =>
            staffRpc(
              "staff_answer_message",
              { p_id: id, p_answer_id: answerId, p_text: text, p_answers_seen: answers.length },
              NO_REPLY,
            )
          }
          done="The answer is on its way"
          onDone={sent}
        />
      </div>
    </section>
  );
}

const NOBODY = "";

/** Who takes care of a message. Nobody is notified of a change. */
function Assignment({ message, onDone }: { message: Message; onDone: () => void }) {
  const { id, assigned_to: assignedTo, colleagues } = message;
  const { noteRefusal } = useStaff();
  const current = assignedTo ?? NOBODY;
  const [chosen, setChosen] = useState(current);
  const [isBusy, setIsBusy] = useState(false);
  const isListed = current === NOBODY || colleagues.some((each) => each.id === current);
  const assign = async () => {
    setIsBusy(true);
    const args = { p_id: id, p_to: chosen === NOBODY ? null : chosen };
    const result = await staffRpc("staff_assign_message", args, NO_REPLY);
    setIsBusy(false);
    if (result.ok) {
      toast({ title: "The message was assigned" });
      onDone();
      return;
    }
    toast({
      title: result.message ?? "The message could not be assigned. Try again.",
      variant: "destructive",
    });
    noteRefusal(result.code);
  };
  return (
    <section aria-label="Assignment" className="flex flex-col items-start gap-3 rounded-card bg-sunken p-5">
      <Field
        label="Assigned to"
        hint="They find it under Mine. Nobody is notified."
        className="w-full"
        optional
      >
        {(control) => (
          <Select {...control} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value={NOBODY}>Nobody</option>
            {!isListed && <option value={current}>A former colleague</option>}
            {colleagues.map(({ id: each, email, is_me: isMe }) => (
              <option key={each} value={each}>
                {isMe ? `Me (${email})` : email}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button variant="secondary" disabled={chosen === current} busy={isBusy} onClick={assign}>
        Assign
      </Button>
    </section>
  );
}
