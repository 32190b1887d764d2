import type { FormEvent } from "react";
import { formatPence } from "../../domain/pricing.ts";
import type { Identity } from "../../platform/auth.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { CardFields } from "./CardFields.tsx";
import { planCost } from "./planCost.ts";
import { TextField } from "./TextField.tsx";
import { useCheckoutForm } from "./useCheckoutForm.ts";

const TOTAL = formatPence(planCost("student", "full").overallPence);

/** Validates nothing: typed values are passed on to the student form, which validates them. */
export function GeneralCheckoutForm(props: { identity: Identity | null; onContinue: () => void }) {
  const form = useCheckoutForm(props.identity);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onContinue();
  };
  return (
    <Card>
      <form noValidate aria-label="Enrollment" onSubmit={submit} className="flex flex-col gap-8">
        <section aria-labelledby="contact" className="grid gap-5 sm:grid-cols-2">
          <h2 id="contact" className="text-2xl sm:col-span-2">
            Contact information
          </h2>
          <TextField form={form} name="firstName" label="First name" autoComplete="given-name" />
          <TextField form={form} name="lastName" label="Last name" autoComplete="family-name" />
          <TextField
            form={form}
            name="email"
            label="Email"
            type="email"
            autoComplete="email"
            className="sm:col-span-2"
          />
        </section>
        <CardFields form={form} />
        <div className="flex flex-col gap-3">
          <Button type="submit" size="large">
            Complete Purchase - {TOTAL}
          </Button>
          <p className="text-base text-muted">
            Nothing is charged yet. On the next page you add your student ID, then you pay.
          </p>
        </div>
      </form>
    </Card>
  );
}
