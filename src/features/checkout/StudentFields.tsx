import { receiptNote } from "./CredentialsNote.tsx";
import { type FieldsProps, PersonFields } from "./PersonFields.tsx";
import { TextField } from "./TextField.tsx";

export function StudentFields({ form, isSignedIn }: FieldsProps) {
  return (
    <>
      <TextField
        form={form}
        name="university"
        label="University"
        autoComplete="organization"
        className="sm:col-span-2"
      />
      <PersonFields form={form} emailHint={receiptNote(isSignedIn)} />
    </>
  );
}
