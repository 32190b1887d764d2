import { useWatch } from "react-hook-form";
import type { CheckoutForm } from "./draft.ts";

type Props = { form: CheckoutForm; isSignedIn: boolean };

/** Explains what the email address is used for. Students see the second text from the start (spec §2). */
export function CredentialsNote({ form, isSignedIn }: Props) {
  const email = useWatch({ control: form.control, name: "email" });
  return email.trim() === ""
    ? "Your login credentials will be emailed after payment"
    : receiptNote(isSignedIn);
}

export function receiptNote(isSignedIn: boolean): string {
  return isSignedIn
    ? "We email your receipt to this address."
    : "We email your receipt to this address, and your sign-in details if you are new.";
}
