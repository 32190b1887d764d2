import type { ReactNode } from "react";
import type { CheckoutForm } from "./draft.ts";
import { TextField } from "./TextField.tsx";

/** Props of every tier's fields. `isSignedIn` selects the hint for the email address. */
export type FieldsProps = { form: CheckoutForm; isSignedIn: boolean };

/** The buyer's personal details, the same for every tier. `emailHint` explains what the address is used for. */
export function PersonFields({ form, emailHint }: { form: CheckoutForm; emailHint: ReactNode }) {
  return (
    <>
      <TextField form={form} name="firstName" label="First name" autoComplete="given-name" />
      <TextField form={form} name="lastName" label="Last name" autoComplete="family-name" />
      <TextField
        form={form}
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        hint={emailHint}
        className="sm:col-span-2"
      />
      <TextField form={form} name="phone" label="Phone" type="tel" autoComplete="tel" optional />
      <TextField form={form} name="country" label="Country" autoComplete="country-name" optional />
    </>
  );
}
