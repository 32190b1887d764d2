import type { ComponentType, FormEvent, ReactNode, RefObject } from "react";
import { useWatch } from "react-hook-form";
import type { Plan, Tier } from "../../../domain/sales/plans.ts";
import { Card } from "../../../ui/Card.tsx";
import { dismissCheckoutFailure } from "../checkoutToast.ts";
import { DiscountBox } from "../discount/DiscountBox.tsx";
import type { useDiscount } from "../discount/useDiscount.ts";
import type { CheckoutForm } from "../draft.ts";
import type { Consents } from "../order/submitCheckout.ts";
import type { Submission } from "../order/useCheckout.ts";
import type { PlanCost } from "../planCost.ts";
import { TIER_FORMS } from "../tierForms.ts";
import { ConsentFields } from "./ConsentFields.tsx";
import { OfflineNote } from "./OfflineNote.tsx";
import { StudentIdField } from "./StudentIdField.tsx";
import { SubmitArea } from "./SubmitArea.tsx";
import { TextField } from "./TextField.tsx";

const FIELDS: Record<Tier, ComponentType<FieldsProps>> = {
  student: StudentFields,
  ngo: NgoFields,
  professional: ProfessionalFields,
};

type Props = {
  ref: RefObject<HTMLFormElement | null>;
  tier: Tier;
  plan: Plan;
  cost: PlanCost;
  form: CheckoutForm;
  isSignedIn: boolean;
  discount: ReturnType<typeof useDiscount>;
  /** A file was chosen before a reload. A browser cannot restore it. */
  hadStudentId: boolean;
  studentId: File | null;
  studentIdError: string | undefined;
  onChooseStudentId: (file: File | null) => void;
  consents: Consents;
  areConsentsMarked: boolean;
  onConsent: (consents: Consents) => void;
  submission: Submission;
  onSubmit: (event: FormEvent) => void;
};

/** The terms of service, section 3, say the same. */
const WHO_CHECKS =
  "You start immediately. Afterwards a person checks your ID and deletes the file. If we cannot accept it, we email you, and you have 14 days to send another one, pay the difference or get a full refund.";

/** All fields of the checkout, in order. */
export function CheckoutSheet(props: Props) {
  const { tier, form, discount, studentId } = props;
  const TierFields = FIELDS[tier];
  return (
    <Card as="section" aria-labelledby="your-details">
      <form
        ref={props.ref}
        noValidate
        onInput={dismissCheckoutFailure}
        onSubmit={props.onSubmit}
        className="flex flex-col gap-6"
      >
        <h2 id="your-details" className="text-2xl">
          Your details
        </h2>
        <OfflineNote title="You need a connection to enrol" />
        <div className="grid gap-5 sm:grid-cols-2">
          <TierFields form={form} isSignedIn={props.isSignedIn} />
        </div>
        {tier === "student" && (
          <div className="flex flex-col gap-3">
            <StudentIdField
              file={studentId}
              onChoose={props.onChooseStudentId}
              hadFile={props.hadStudentId}
              error={props.studentIdError}
            />
            <p className="text-base text-muted">{WHO_CHECKS}</p>
          </div>
        )}
        <DiscountBox
          form={form}
          plan={props.plan}
          state={discount.state}
          price={props.cost.each}
          onApply={discount.apply}
          onEdit={discount.clear}
        />
        <ConsentFields
          consents={props.consents}
          onChange={props.onConsent}
          isMarked={props.areConsentsMarked}
          isSignedIn={props.isSignedIn}
        />
        <SubmitArea
          action={TIER_FORMS[tier].action}
          plan={props.plan}
          cost={props.cost}
          submission={props.submission}
          lacksFile={tier === "student" && !studentId}
          discount={discount.state}
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
