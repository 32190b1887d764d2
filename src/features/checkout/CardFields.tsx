import { Lock } from "lucide-react";
import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { CheckoutForm } from "./draft.ts";
import { TextField } from "./TextField.tsx";

/** Card data never touches our pages: these fields only preview what the payment page asks for and accept no input. */
export function CardFields({ form }: { form: CheckoutForm }) {
  return (
    <section aria-labelledby="payment" className="grid gap-5 sm:grid-cols-2">
      <h2 id="payment" className="text-2xl sm:col-span-2">
        Payment
      </h2>
      <p className="flex items-start gap-3 sm:col-span-2">
        <Lock aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
        You enter your card details on our payment provider's secure page
      </p>
      <Field label="Card number" className="sm:col-span-2">
        {(control) => (
          <TextInput
            {...control}
            required={false}
            name="cardNumber"
            disabled
            placeholder="1234 1234 1234 1234"
          />
        )}
      </Field>
      <Field label="Expiry (MM/YY)">
        {(control) => <TextInput {...control} required={false} name="expiry" disabled placeholder="MM/YY" />}
      </Field>
      <Field label="CVC">
        {(control) => <TextInput {...control} required={false} name="cvc" disabled placeholder="CVC" />}
      </Field>
      <TextField
        form={form}
        name="country"
        label="Country"
        autoComplete="country-name"
        optional
        className="sm:col-span-2"
      />
    </section>
  );
}
