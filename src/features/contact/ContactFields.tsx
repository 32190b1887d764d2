import { useId } from "react";
import { type ContactField, MAX_CHARACTERS } from "../../domain/contact.ts";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/Field.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { Faults } from "./fields.ts";
import { MessageCount } from "./MessageCount.tsx";

/** More than a rule allows can be typed, so that nothing is cut off unseen and the rule can say so. */
const ROOM = 10;

const roomFor = (field: ContactField) => ({
  name: field,
  maxLength: ROOM * MAX_CHARACTERS[field],
});

type Props = { faults: Faults; messageLength: number; isSending: boolean };

/** The four questions. While they are being sent they can be read and not changed. */
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
