import { useEffect, useState } from "react";
import { tabStore } from "../../../db/store/localStore.ts";
import type { Plan, Tier } from "../../../domain/sales/plans.ts";
import { type Discount, formatPence } from "../../../domain/sales/pricing.ts";
import { discountCode } from "../../../domain/text/typedText.ts";
import type { CallFunction } from "../checkoutCall.ts";
import { showCheckoutFailure, showCheckoutSuccess } from "../checkoutToast.ts";
import type { CheckoutForm } from "../draft.ts";
import { planCost, TOTAL_NAMES } from "../planCost.ts";
import { loadAppliedCode, saveAppliedCode } from "./appliedCode.ts";
import { checkDiscount } from "./checkDiscount.ts";

export type DiscountState =
  | { status: "none" }
  | { status: "applying" }
  | { status: "applied"; code: string; discount: Discount }
  | { status: "refused"; message: string };

const NONE: DiscountState = { status: "none" };
const APPLIED = "Discount code applied successfully!";

/**
 * The state of the discount: none, applying, then applied or refused, and none again once the code is edited (spec §4).
 */
export function useDiscount(call: CallFunction, form: CheckoutForm, offer: { tier: Tier; plan: Plan }) {
  const [state, setState] = useState<DiscountState>(NONE);

  const typedCode = () => discountCode(form.getValues("discountCode"));
  const ask = async (code: string): Promise<DiscountState> => {
    setState({ status: "applying" });
    const check = await checkDiscount(call, { ...offer, code, email: form.getValues("email") });
    // The code was edited in the meantime, so this reply is outdated.
    if (typedCode() !== code) return NONE;
    const next: DiscountState = check.ok
      ? { status: "applied", code, discount: check.discount }
      : { status: "refused", message: check.message };
    saveAppliedCode(tabStore(), offer.tier, next.status === "applied" ? code : null);
    setState(next);
    return next;
  };

  const apply = async (): Promise<void> => {
    const code = typedCode();
    if (code === "") {
      const message = "Please enter a discount code";
      setState({ status: "refused", message });
      return showCheckoutFailure(message);
    }
    const next = await ask(code);
    focusCode();
    if (next.status === "applied") showCheckoutSuccess(APPLIED);
    if (next.status === "refused") showCheckoutFailure(next.message);
  };

  /**
   * For a buyer who continues to payment with a code that was typed but not applied: it would change the total, which
   * the buyer must see before agreeing to pay it. The message says what to do next.
   */
  const applyBeforePayment = async (): Promise<void> => {
    const next = await ask(typedCode());
    if (next.status === "applied") {
      const total = formatPence(planCost(offer.tier, offer.plan, next.discount).each.totalPence);
      const name = TOTAL_NAMES[offer.plan].toLowerCase();
      showCheckoutSuccess(APPLIED, `The ${name} is now ${total}. Press the button again to continue.`);
    }
    if (next.status === "refused") {
      focusCode();
      showCheckoutFailure(next.message, "Check the code, or remove it to continue without a discount.");
    }
  };

  // Browsers remove the focus from a button that is disabled, as both buttons are while they wait.
  const focusCode = () => {
    if (document.activeElement === document.body) form.setFocus("discountCode");
  };

  const clear = () => {
    saveAppliedCode(tabStore(), offer.tier, null);
    setState(NONE);
  };
  /** Removes a code that was valid when applied but rejected with the order. The buyer has already been notified. */
  const refuse = (message: string) => {
    clear();
    setState({ status: "refused", message });
  };

  // A code applied before a reload, or for the other plan, is validated again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, because a changed offer creates a new form
  useEffect(() => {
    const code = loadAppliedCode(tabStore(), offer.tier);
    if (code && code === typedCode()) void ask(code);
  }, []);

  return { state, apply, applyBeforePayment, clear, refuse };
}
