import { useState } from "react";
import { v4 } from "uuid";
import { countCharacters } from "../../../domain/contact.ts";
import { once } from "../../../domain/once.ts";
import { unmistakableEmail } from "../../../domain/readableEmail.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { TextArea } from "../../../ui/form/TextArea.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { type Message, NO_REPLY } from "./messages.ts";

const MAX_CHARACTERS = 5000;
const NUMBER = once(() => new Intl.NumberFormat("en-GB"));

/** Plain text, which is emailed to the address that the sender gave. */
export function AnswerForm({ message, onDone }: { message: Message; onDone: () => void }) {
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
