import type { CheckoutForm } from "./draft.ts";
import { PersonFields } from "./PersonFields.tsx";
import { TextField } from "./TextField.tsx";

export function StudentFields({ form }: { form: CheckoutForm }) {
  return (
    <>
      <TextField
        form={form}
        name="university"
        label="University"
        autoComplete="organization"
        className="sm:col-span-2"
      />
      <PersonFields form={form} emailHint="Your receipt goes here, and your way in if you are new." />
    </>
  );
}
