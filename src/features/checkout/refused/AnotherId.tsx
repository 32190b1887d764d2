import { type FormEvent, useState } from "react";
import { studentFormSchema } from "../../../domain/sales/checkout.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { StudentIdField } from "../form/StudentIdField.tsx";
import { studentIdUpload } from "../order/uploadStudentId.ts";

const OFFLINE = "The connection was lost. Please try again.";
const BROKEN = "That did not work. Please try again in a moment.";
const NO_FILE = "Please choose your student ID";

type Props = {
  /** As on the order. */
  university: string;
  /** Resolves to null on success, otherwise to the message to show. */
  onSend: (studentIdRef: string) => Promise<string | null>;
};

export function AnotherId({ university, onSend }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [typed, setTyped] = useState(university);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const name = studentFormSchema.shape.university.safeParse(typed);
  const nameError = name.success ? undefined : name.error.issues[0]?.message;
  const send = async (): Promise<string | null> => {
    if (!file) return NO_FILE;
    const uploaded = await studentIdUpload(() => undefined)(file, typed);
    if (!uploaded.ok) return uploaded.message ?? (uploaded.kind === "offline" ? OFFLINE : BROKEN);
    return onSend(uploaded.data.ref);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (nameError) return;
    setIsBusy(true);
    setFailure(null);
    setFailure(await send());
    setIsBusy(false);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="University" error={nameError}>
        {(control) => (
          <TextInput {...control} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
        )}
      </Field>
      <StudentIdField file={file} onChoose={setFile} hadFile={false} />
      <p>
        You may cover everything except your name, the institution and how long the ID is valid. We delete the
        file as soon as a person has looked at it.
      </p>
      <div role="alert" className="empty:hidden">
        {failure && <Banner tone="danger" title={failure} />}
      </div>
      <Button type="submit" busy={isBusy} className="self-start">
        Send this student ID
      </Button>
    </form>
  );
}
