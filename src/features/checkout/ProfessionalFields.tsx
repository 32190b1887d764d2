import { CredentialsNote } from "./CredentialsNote.tsx";
import type { CheckoutForm } from "./draft.ts";
import { PersonFields } from "./PersonFields.tsx";
import { TextField } from "./TextField.tsx";

export function ProfessionalFields({ form }: { form: CheckoutForm }) {
  return (
    <>
      <TextField form={form} name="company" label="Company name" autoComplete="organization" />
      <TextField form={form} name="jobTitle" label="Job title" autoComplete="organization-title" optional />
      <PersonFields form={form} emailHint={<CredentialsNote form={form} />} />
    </>
  );
}
