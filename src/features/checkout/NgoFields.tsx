import { CredentialsNote } from "./CredentialsNote.tsx";
import { type FieldsProps, PersonFields } from "./PersonFields.tsx";
import { TextField } from "./TextField.tsx";

export function NgoFields({ form, isSignedIn }: FieldsProps) {
  return (
    <>
      <TextField
        form={form}
        name="orgName"
        label="Organisation name"
        autoComplete="organization"
        className="sm:col-span-2"
      />
      <PersonFields form={form} emailHint={<CredentialsNote form={form} isSignedIn={isSignedIn} />} />
    </>
  );
}
