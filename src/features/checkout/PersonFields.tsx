import type { ReactNode } from "react";
import type { CheckoutForm } from "./draft.ts";
import { TextField } from "./TextField.tsx";

/** What the fields of a tier need. `isSignedIn` decides what is said about the email address. */
export type FieldsProps = { form: CheckoutForm; isSignedIn: boolean };

/** Who is enrolling; the same for every tier. `emailHint` says what the address is for. */
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
