import { useId } from "react";
import { type ContactField, MAX_CHARACTERS } from "../../domain/contact.ts";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/Field.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { Faults } from "./fields.ts";
import { MessageCount } from "./MessageCount.tsx";

/** Visitors can type a little more than the limit, so that nothing is cut off silently and the error can explain. */
const ROOM = 10;

const roomFor = (field: ContactField) => ({
  name: field,
  maxLength: ROOM * MAX_CHARACTERS[field],
});

type Props = { faults: Faults; messageLength: number; isSending: boolean };

/** The four fields. While the message is being sent they are read-only. */
export function ContactFields({ faults, messageLength, isSending }: Props) {
  const countId = useId();
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" error={faults.name}>
          {(control) => (
            <TextInput {...control} {...roomFor("name")} readOnly={isSending} autoComplete="name" />
          )}
        </Field>
        <Field label="Email" error={faults.email}>
          {(control) => (
            <TextInput
              {...control}
              {...roomFor("email")}
              readOnly={isSending}
              type="email"
              autoComplete="email"
            />
          )}
        </Field>
      </div>
      <Field label="Subject" error={faults.subject}>
        {(control) => (
          <TextInput {...control} {...roomFor("subject")} readOnly={isSending} autoComplete="off" />
        )}
      </Field>
      <Field label="Message" error={faults.message}>
        {(control) => (
          <>
            <TextArea
              {...control}
              {...roomFor("message")}
              aria-describedby={cx(control["aria-describedby"], countId)}
              readOnly={isSending}
              rows={9}
            />
            <MessageCount id={countId} count={messageLength} />
          </>
        )}
      </Field>
    </>
  );
}
