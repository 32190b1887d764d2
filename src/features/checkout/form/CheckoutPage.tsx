import { useState } from "react";
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
import { saveFileChosen, wasFileChosen } from "../draft.ts";
import { FeatureList } from "../FeatureList.tsx";
import { loadTier } from "../loadTier.ts";
import type { Consents } from "../order/submitCheckout.ts";
import { useCheckout } from "../order/useCheckout.ts";
import { type PlanCost, planCost, TOTAL_NAMES } from "../planCost.ts";
import { CheckoutSheet } from "./CheckoutSheet.tsx";
import { OrderSummary } from "./OrderSummary.tsx";
import { OwnedCourse } from "./OwnedCourse.tsx";
import { useBuyer } from "./useBuyer.ts";
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

const NO_CONSENTS: Consents = { termsAccepted: false, immediateSupply: false, reminderConsent: false };

/** The form on the left, the price on the right. */
function TierCheckout({ tier, plan, identity }: TierCheckoutProps) {
  const form = useCheckoutForm(identity, tier);
  const discount = useDiscount(callFunction, form, { tier, plan });
  const [hadStudentId] = useState(() => wasFileChosen(tabStore()));
  const [studentId, setStudentId] = useState<File | null>(null);
  const [consents, setConsents] = useState(NO_CONSENTS);
  const { submission, start } = useCheckout(identity);
  const applied = discount.state.status === "applied" ? discount.state : null;
  const cost = planCost(tier, plan, applied?.discount);

  const chooseStudentId = (file: File | null) => {
    saveFileChosen(tabStore(), file !== null);
    setStudentId(file);
  };
  const submit = form.handleSubmit(
    async (typed) => {
      if (tier === "student" && !studentId) return showCheckoutFailure("Please upload your student ID");
      if (!consents.termsAccepted || !consents.immediateSupply) return showCheckoutFailure(CONSENTS_MISSING);
      if (typed.discountCode !== "" && !applied) return discount.applyBeforePayment();
      const discountCode = applied?.code ?? "";
      const outcome = await start({ ...consents, tier, plan, typed, discountCode, studentId });
      if (outcome.kind === "failed" && outcome.code === "discount_invalid") discount.refuse(outcome.title);
    },
    (errors) => {
      const [error] = Object.values(errors);
      if (error?.message) showCheckoutFailure(error.message);
    },
  );
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
      <CompactTotal tier={tier} plan={plan} cost={cost} />
      <CheckoutSheet
        {...{ tier, plan, cost, form, discount, hadStudentId, studentId, consents, submission }}
        isSignedIn={identity !== null}
        onChooseStudentId={chooseStudentId}
        onConsent={setConsents}
        onSubmit={submit}
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
      <p className="tabular-nums">
        {TOTAL_NAMES[plan]}{" "}
        <strong translate="no" className="text-lg">
          {formatPence(cost.each.totalPence)}
        </strong>
        {plan === "installment" && <span className="text-muted"> × {INSTALLMENT_MONTHS}</span>}
      </p>
    </div>
  );
}
