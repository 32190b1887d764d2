import { unmistakableEmail } from "../../../domain/readableEmail.ts";
import { staffPaths } from "../../../domain/staffPaths.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { formatMoment } from "../frame/dates.ts";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { timeSince } from "../frame/timeSince.ts";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { AnswerForm } from "./AnswerForm.tsx";
import { Assignment } from "./Assignment.tsx";
import { type Answer, type Message, messageSchema, NO_REPLY } from "./messages.ts";
import { StateBadge } from "./StateBadge.tsx";

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
