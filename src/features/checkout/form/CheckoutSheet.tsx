import { type ComponentType, type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
import { paths } from "../../../domain/paths.ts";
import { paymentDates } from "../../../domain/sales/instalments.ts";
import { INSTALLMENT_MONTHS, type Plan, type Tier } from "../../../domain/sales/plans.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { formatLongDay } from "../../../domain/text/dates.ts";
import { useSeemsOffline } from "../../../platform/device/offlineHint.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { dismissCheckoutFailure } from "../checkoutToast.ts";
import { DiscountBox } from "../discount/DiscountBox.tsx";
import type { useDiscount } from "../discount/useDiscount.ts";
import type { CheckoutForm } from "../draft.ts";
import type { Consents } from "../order/submitCheckout.ts";
import type { Submission } from "../order/useCheckout.ts";
import type { PlanCost } from "../planCost.ts";
import { TIER_FORMS } from "../tierForms.ts";
import { ConsentFields } from "./ConsentFields.tsx";
import { StudentIdField } from "./StudentIdField.tsx";
import { TextField } from "./TextField.tsx";

const FIELDS: Record<Tier, ComponentType<FieldsProps>> = {
  student: StudentFields,
  ngo: NgoFields,
  professional: ProfessionalFields,
};

type Props = {
  tier: Tier;
  plan: Plan;
  cost: PlanCost;
  form: CheckoutForm;
  isSignedIn: boolean;
  discount: ReturnType<typeof useDiscount>;
  /** A file was chosen before a reload. A browser cannot restore it. */
  hadStudentId: boolean;
  studentId: File | null;
  onChooseStudentId: (file: File | null) => void;
  consents: Consents;
  onConsent: (consents: Consents) => void;
  submission: Submission;
  onSubmit: (event: FormEvent) => void;
};

/** All fields of the checkout, in order. */
export function CheckoutSheet(props: Props) {
  const { tier, form, discount, studentId } = props;
  const isOffline = useSeemsOffline();
  const TierFields = FIELDS[tier];
  const lacksFile = tier === "student" && !studentId;
  return (
    <Card as="section" aria-labelledby="your-details">
      <form
        noValidate
        onInput={dismissCheckoutFailure}
        onSubmit={props.onSubmit}
        className="flex flex-col gap-6"
      >
        <h2 id="your-details" className="text-2xl">
          Your details
        </h2>
        <div role="status" className="empty:hidden">
          {isOffline && (
            <Banner tone="highlight" title="You need a connection to enrol">
              You seem to be offline. Everything you typed is kept, so you can try now or later.
            </Banner>
          )}
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <TierFields form={form} isSignedIn={props.isSignedIn} />
        </div>
        {tier === "student" && (
          <StudentIdField file={studentId} onChoose={props.onChooseStudentId} hadFile={props.hadStudentId} />
        )}
        <DiscountBox
          form={form}
          plan={props.plan}
          state={discount.state}
          price={props.cost.each}
          onApply={discount.apply}
          onEdit={discount.clear}
        />
        <ConsentFields consents={props.consents} onChange={props.onConsent} isSignedIn={props.isSignedIn} />
        <SubmitArea
          action={TIER_FORMS[tier].action}
          plan={props.plan}
          cost={props.cost}
          submission={props.submission}
          isDisabled={lacksFile || discount.state.status === "applying"}
        />
      </form>
    </Card>
  );
}

function StudentFields({ form, isSignedIn }: FieldsProps) {
  return (
    <>
      <TextField
        form={form}
        name="university"
        label="University"
        autoComplete="organization"
        className="sm:col-span-2"
      />
      <PersonFields form={form} emailHint={receiptNote(isSignedIn)} />
    </>
  );
}

function NgoFields({ form, isSignedIn }: FieldsProps) {
  return (
    <>
      <TextField
        form={form}
        name="orgName"
        label="Organisation name"
        autoComplete="organization"
        className="sm:col-span-2"
      />
      <PersonFields form={form} emailHint={<CredentialsNote form={form} isSignedIn={isSignedIn} />} />
    </>
  );
}

function ProfessionalFields({ form, isSignedIn }: FieldsProps) {
  return (
    <>
      <TextField form={form} name="company" label="Company name" autoComplete="organization" />
      <TextField form={form} name="jobTitle" label="Job title" autoComplete="organization-title" optional />
      <PersonFields form={form} emailHint={<CredentialsNote form={form} isSignedIn={isSignedIn} />} />
    </>
  );
}

/** Props of every tier's fields. `isSignedIn` selects the hint for the email address. */
type FieldsProps = { form: CheckoutForm; isSignedIn: boolean };

/** The buyer's personal details, the same for every tier. `emailHint` explains what the address is used for. */
function PersonFields({ form, emailHint }: { form: CheckoutForm; emailHint: ReactNode }) {
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

/** Explains what the email address is used for. Students see the second text from the start (spec §2). */
function CredentialsNote({ form, isSignedIn }: FieldsProps) {
  const email = useWatch({ control: form.control, name: "email" });
  const isEmpty = email.trim() === "";
  return (
    <span>{isEmpty ? "Your login credentials will be emailed after payment" : receiptNote(isSignedIn)}</span>
  );
}

function receiptNote(isSignedIn: boolean): string {
  return isSignedIn
    ? "We will email your receipt to this address."
    : "We will email your receipt to this address, and your sign-in details if you are new.";
}

type SubmitAreaProps = {
  action: string;
  plan: Plan;
  cost: PlanCost;
  submission: Submission;
  isDisabled: boolean;
};

const NOT_YET =
  "Nothing is charged yet. You pay on our payment provider's secure page; your card details never reach this site.";

/** The submit button and the state of the submission. */
function SubmitArea({ action, plan, cost, submission, isDisabled }: SubmitAreaProps) {
  const total = formatPence(cost.each.totalPence);
  const isBusy = submission.status === "busy";
  const button = useRef<HTMLButtonElement>(null);
  // A browser removes the focus from a button that is disabled.
  useEffect(() => {
    if (!isBusy) return;
    return () => {
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    };
  }, [isBusy]);
  return (
    <div className="flex flex-col gap-3">
      {submission.status === "idle" && submission.isEnrolled && (
        <Banner
          tone="highlight"
          title="You already have this course"
          action={<LinkButton to={paths.dashboard()}>Go to My Learning</LinkButton>}
        >
          Nothing was charged.
        </Banner>
      )}
      <Button ref={button} type="submit" size="large" busy={isBusy} disabled={isDisabled}>
        {isBusy ? "Processing..." : `${action} - ${total}`}
      </Button>
      {submission.status === "busy" && submission.uploaded !== null && (
        <progress className="progress" aria-label="Upload" value={submission.uploaded} max={1} />
      )}
      <p role="status" className="text-base text-muted">
        {submission.status === "busy" ? waitingFor(submission.uploaded) : NOT_YET}
        {!isBusy &&
          plan === "installment" &&
          ` You pay ${total} today and the same amount each month, ${INSTALLMENT_MONTHS} payments in total. Your certificate comes with your last payment, on ${lastPaymentDay()}.`}
      </p>
    </div>
  );
}

/** If the first payment is made now. */
function lastPaymentDay(): string {
  const last = paymentDates(new Date()).at(-1);
  return last ? formatLongDay(last.toISOString()) : "";
}

function waitingFor(uploaded: number | null): string {
  if (uploaded === null || uploaded >= 1) return "Preparing the payment page…";
  return `Sending your student ID: ${Math.floor(uploaded * 100)}%`;
}
