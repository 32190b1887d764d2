import { Check, Lock } from "lucide-react";
import type { FormEvent } from "react";
import { useNavigate } from "react-router-dom";
import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "../../../domain/course/course.ts";
import { paths } from "../../../domain/paths.ts";
import { TIER_PLANS } from "../../../domain/sales/plans.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import type { Identity } from "../../../platform/session/auth.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import type { CheckoutForm } from "../draft.ts";
import { planCost } from "../planCost.ts";
import { useBuyer } from "../useBuyer.ts";
import { OrderSummary } from "./OrderSummary.tsx";
import { OwnedCourse } from "./OwnedCourse.tsx";
import { TextField } from "./TextField.tsx";
import { useCheckoutForm } from "./useCheckoutForm.ts";
import { useOwnedTier } from "./useOwnedTier.ts";

/** `/academy/checkout`: the course at the student price, before a tier has been chosen. */
export function Component() {
  const { isKnown, identity } = useBuyer();
  const owned = useOwnedTier();
  const navigate = useNavigate();
  if (identity && owned) {
    return (
      <div className="page flex flex-col gap-8 py-12 lg:py-16">
        <h1>Complete Your Enrollment</h1>
        <OwnedCourse tier={owned} />
      </div>
    );
  }
  return (
    <div className="page flex flex-col gap-8 py-12 lg:py-16">
      <h1>Complete Your Enrollment</h1>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
        {!isKnown ? (
          <Spinner label="One moment…" />
        ) : (
          <GeneralCheckoutForm
            key={identity?.userId}
            identity={identity}
            onContinue={() => navigate(paths.checkout("student", "full"))}
          />
        )}
        <GeneralSummary />
      </div>
    </div>
  );
}

const TOTAL = formatPence(planCost("student", "full").overallPence);

/** Validates nothing: typed values are passed on to the student form, which validates them. */
function GeneralCheckoutForm(props: { identity: Identity | null; onContinue: () => void }) {
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

/**
 * Card data never touches our pages: these fields only show what the payment page will ask for, and accept no input.
 */
function CardFields({ form }: { form: CheckoutForm }) {
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

/** "12 comprehensive modules" is the wording that spec §2 prescribes for this page. The real numbers are below it. */
const INCLUDED = [
  "12 comprehensive modules",
  `${LESSON_MINUTES} minutes a day for ${COURSE.days} days`,
  ...TIER_PLANS.student.features,
];

function GeneralSummary() {
  return (
    <div className="flex flex-col gap-4 lg:sticky lg:top-6">
      <OrderSummary tier="student" plan="full" cost={planCost("student", "full")}>
        <ul className="grid gap-2">
          {INCLUDED.map((line) => (
            <li key={line} className="flex items-start gap-3">
              <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
              <span className="min-w-0">{line}</span>
            </li>
          ))}
        </ul>
        <p className="text-base text-muted">
          In this course: {COURSE.modules.length} modules with {TOTAL_LESSONS} lessons.
        </p>
      </OrderSummary>
      <LinkButton variant="secondary" to={paths.catalogue()}>
        Change Course
      </LinkButton>
    </div>
  );
}
