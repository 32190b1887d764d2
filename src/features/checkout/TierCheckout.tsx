import { useState } from "react";
import { tabStore } from "../../db/localStore.ts";
import { paths } from "../../domain/paths.ts";
import type { Plan, Tier } from "../../domain/plans.ts";
import type { Identity } from "../../platform/auth.tsx";
import { callFunction } from "../../platform/functions.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { CheckoutSheet } from "./CheckoutSheet.tsx";
import { CompactTotal } from "./CompactTotal.tsx";
import { showCheckoutFailure } from "./checkoutToast.ts";
import { saveFileChosen, wasFileChosen } from "./draft.ts";
import { OrderSummary } from "./OrderSummary.tsx";
import { planCost } from "./planCost.ts";
import type { Consents } from "./submitCheckout.ts";
import { useCheckout } from "./useCheckout.ts";
import { useCheckoutForm } from "./useCheckoutForm.ts";
import { useDiscount } from "./useDiscount.ts";

type Props = { tier: Tier; plan: Plan; identity: Identity | null };

const NO_CONSENTS: Consents = { termsAccepted: false, immediateSupply: false, reminderConsent: false };

/** The form on the left, the price on the right. */
export function TierCheckout({ tier, plan, identity }: Props) {
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
      if (!consents.termsAccepted || !consents.immediateSupply)
        return showCheckoutFailure("Please accept the terms and ask for immediate access");
      // A code that was typed but not applied changes the total, which the buyer must see before agreeing to pay it.
      if (typed.discountCode !== "" && !applied) return discount.apply();
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
        <OrderSummary tier={tier} plan={plan} cost={cost} />
        <LinkButton variant="secondary" to={paths.pricing(tier, plan)}>
          Change Payment Plan
        </LinkButton>
      </div>
    </div>
  );
}
