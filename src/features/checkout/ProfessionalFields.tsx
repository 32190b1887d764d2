import { CredentialsNote } from "./CredentialsNote.tsx";
import { type FieldsProps, PersonFields } from "./PersonFields.tsx";
import { TextField } from "./TextField.tsx";

export function ProfessionalFields({ form, isSignedIn }: FieldsProps) {
  return (
    <>
      <TextField form={form} name="company" label="Company name" autoComplete="organization" />
      <TextField form={form} name="jobTitle" label="Job title" autoComplete="organization-title" optional />
      <PersonFields form={form} emailHint={<CredentialsNote form={form} isSignedIn={isSignedIn} />} />
    </>
  );
}
