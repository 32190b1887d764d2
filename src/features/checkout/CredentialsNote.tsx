import { useWatch } from "react-hook-form";
import type { CheckoutForm } from "./draft.ts";

/** Why an address is needed, while there is none. */
export function CredentialsNote({ form }: { form: CheckoutForm }) {
  const email = useWatch({ control: form.control, name: "email" });
  return email.trim() === ""
    ? "Your login credentials will be emailed after payment"
    : "Your receipt goes here, and your way in if you are new.";
}
