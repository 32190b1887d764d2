import type { ComponentType, FormEvent } from "react";
import type { Plan, Tier } from "../../domain/plans.ts";
import { useOnline } from "../../platform/useOnline.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Card } from "../../ui/Card.tsx";
// Imported eagerly: a failure must be shown even when there is no connection to load the component.
import "../../ui/ToastList.tsx";
import { ConsentFields } from "./ConsentFields.tsx";
import { dismissCheckoutFailure } from "./checkoutToast.ts";
import { DiscountBox } from "./DiscountBox.tsx";
import type { CheckoutForm } from "./draft.ts";
import { NgoFields } from "./NgoFields.tsx";
import type { FieldsProps } from "./PersonFields.tsx";
import { ProfessionalFields } from "./ProfessionalFields.tsx";
import type { PlanCost } from "./planCost.ts";
import { StudentFields } from "./StudentFields.tsx";
import { StudentIdField } from "./StudentIdField.tsx";
import { SubmitArea } from "./SubmitArea.tsx";
import type { Consents } from "./submitCheckout.ts";
import { TIER_FORMS } from "./tierForms.ts";
import type { Submission } from "./useCheckout.ts";
import type { useDiscount } from "./useDiscount.ts";

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
  const isOnline = useOnline();
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
          {!isOnline && (
            <Banner tone="highlight" title="Enrolling needs a connection">
              Everything you typed is kept. You can continue as soon as you are online again.
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
          isDisabled={lacksFile || !isOnline || discount.state.status === "applying"}
        />
      </form>
    </Card>
  );
}
