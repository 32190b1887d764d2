import { useRef, useState } from "react";
import { useLoaderData, useSearchParams } from "react-router-dom";
import { tabStore } from "../../../db/store/localStore.ts";
import { COURSE } from "../../../domain/course/course.ts";
import { paths } from "../../../domain/paths.ts";
import { CONSENTS_MISSING } from "../../../domain/sales/checkout.ts";
import {
  INSTALLMENT_MONTHS,
  type Plan,
  planFromQuery,
  TIER_PLANS,
  TIERS,
  type Tier,
} from "../../../domain/sales/plans.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { callFunction } from "../../../platform/functions.ts";
import type { Identity } from "../../../platform/session/auth.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { showCheckoutFailure } from "../checkoutToast.ts";
import { useDiscount } from "../discount/useDiscount.ts";
import { type FieldName, saveFileChosen, wasFileChosen } from "../draft.ts";
import { FeatureList } from "../FeatureList.tsx";
import { loadTier } from "../loadTier.ts";
import type { Consents } from "../order/submitCheckout.ts";
import { useCheckout } from "../order/useCheckout.ts";
import { type PlanCost, planCost, TOTAL_NAMES } from "../planCost.ts";
import { useBuyer } from "../useBuyer.ts";
import { CheckoutSheet } from "./CheckoutSheet.tsx";
import { OrderSummary } from "./OrderSummary.tsx";
import { OwnedCourse } from "./OwnedCourse.tsx";
import { STUDENT_ID_NAME } from "./StudentIdField.tsx";
import { focusControl, useSubmitOnce } from "./submitting.ts";
import { useCheckoutForm } from "./useCheckoutForm.ts";
import { useOwnedTier } from "./useOwnedTier.ts";

export const loader = loadTier;

/** `/academy/checkout/:tier`. The student form is also served at `/academy/enroll/student`. */
export function Component() {
  const tier = useLoaderData<Tier>();
  const [query] = useSearchParams();
  const { isKnown, identity } = useBuyer();
  const owned = useOwnedTier();
  const plan = planFromQuery(query.get("paymentType"));
  return (
    <div className="page flex flex-col gap-8 py-12 lg:py-16">
      <header className="flex flex-col gap-3">
        <h1>Complete Your Enrollment</h1>
        <p className="text-lg text-muted">
          {identity ? "Complete your enrollment" : "Get instant access - no account needed"}
        </p>
      </header>
      {!isKnown ? (
        <Spinner label="One moment…" />
      ) : identity && owned && TIERS.indexOf(owned) >= TIERS.indexOf(tier) ? (
        <OwnedCourse tier={owned} />
      ) : (
        // A different buyer or offer gets a fresh form. Typed values are in the draft.
        <TierCheckout
          key={`${identity?.userId} ${tier} ${plan}`}
          tier={tier}
          plan={plan}
          identity={identity}
        />
      )}
    </div>
  );
}

type TierCheckoutProps = { tier: Tier; plan: Plan; identity: Identity | null };

const REQUIRED_CONSENTS = ["termsAccepted", "immediateSupply"] as const;
const NO_CONSENTS: Consents = { termsAccepted: false, immediateSupply: false, reminderConsent: false };

type FormControl = FieldName | keyof Consents | typeof STUDENT_ID_NAME;

/** The control that the server's failure code is about. Its message is then shown there too. */
const CONTROL_OF_CODE: Record<string, FormControl> = {
  email_invalid: "email",
  discount_invalid: "discountCode",
  student_id_required: STUDENT_ID_NAME,
  student_id_invalid: STUDENT_ID_NAME,
};

/** The form on the left, the price on the right. */
function TierCheckout({ tier, plan, identity }: TierCheckoutProps) {
  const form = useCheckoutForm(identity, tier);
  const discount = useDiscount(callFunction, form, { tier, plan });
  const [hadStudentId] = useState(() => wasFileChosen(tabStore()));
  const [studentId, setStudentId] = useState<File | null>(null);
  const [studentIdError, setStudentIdError] = useState<string | undefined>();
  const [consents, setConsents] = useState(NO_CONSENTS);
  const [areConsentsMarked, setConsentsMarked] = useState(false);
  const sheet = useRef<HTMLFormElement>(null);
  const { submission, start } = useCheckout(identity);
  const applied = discount.state.status === "applied" ? discount.state : null;
  const cost = planCost(tier, plan, applied?.discount);

  const chooseStudentId = (file: File | null) => {
    saveFileChosen(tabStore(), file !== null);
    setStudentId(file);
    setStudentIdError(undefined);
  };
  /** Shows a failure as a toast and, once the form has it too, at its control. */
  const showAt = (control: FormControl, message: string) => {
    showCheckoutFailure(message);
    if (control === STUDENT_ID_NAME) setStudentIdError(message);
    if (control === "email") form.setError(control, { message });
    if (control === "discountCode") discount.refuse(message);
    focusControl(sheet.current, control);
  };
  const submit = form.handleSubmit(
    async (typed) => {
      if (tier === "student" && !studentId) return showAt(STUDENT_ID_NAME, "Please upload your student ID");
      const missing = REQUIRED_CONSENTS.find((name) => !consents[name]);
      setConsentsMarked(missing !== undefined);
      if (missing) return showAt(missing, CONSENTS_MISSING);
      if (typed.discountCode !== "" && !applied) {
        if (await discount.applyBeforePayment()) focusControl(sheet.current, "discountCode");
        return;
      }
      const discountCode = applied?.code ?? "";
      const outcome = await start({ ...consents, tier, plan, typed, discountCode, studentId });
      if (outcome.kind !== "failed") return;
      const control = CONTROL_OF_CODE[outcome.code ?? ""];
      if (control) showAt(control, outcome.title);
      else showCheckoutFailure(outcome.title, outcome.description);
    },
    (errors) => {
      // The resolver returns one error.
      const [name] = Object.keys(errors) as FieldName[];
      const message = name && errors[name]?.message;
      if (message) showCheckoutFailure(message);
      if (name) focusControl(sheet.current, name);
    },
  );
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
      <CompactTotal tier={tier} plan={plan} cost={cost} />
      <CheckoutSheet
        ref={sheet}
        {...{ tier, plan, cost, form, discount, submission }}
        {...{ hadStudentId, studentId, studentIdError, consents, areConsentsMarked }}
        isSignedIn={identity !== null}
        onChooseStudentId={chooseStudentId}
        onConsent={setConsents}
        onSubmit={useSubmitOnce(submit)}
      />
      <div className="flex flex-col gap-4 lg:sticky lg:top-6 lg:col-start-2">
        <OrderSummary tier={tier} plan={plan} cost={cost}>
          <div className="flex flex-col gap-2">
            <h3 className="text-base">What's included</h3>
            <FeatureList tier={tier} />
          </div>
        </OrderSummary>
        <LinkButton variant="secondary" to={paths.pricing(tier, plan)}>
          Change Payment Plan
        </LinkButton>
      </div>
    </div>
  );
}

/** On phones the summary follows the form, so this shows product and price first. */
function CompactTotal({ tier, plan, cost }: { tier: Tier; plan: Plan; cost: PlanCost }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-y border-line py-3 lg:hidden">
      <p>
        <span translate="no">{COURSE.title}</span>{" "}
        <span className="text-muted">· {TIER_PLANS[tier].label}</span>
      </p>
      <p data-keep-clear className="tabular-nums">
        {TOTAL_NAMES[plan]}{" "}
        <strong translate="no" className="text-lg">
          {formatPence(cost.each.totalPence)}
        </strong>
        {plan === "installment" && <span className="text-muted"> × {INSTALLMENT_MONTHS}</span>}
      </p>
    </div>
  );
}
