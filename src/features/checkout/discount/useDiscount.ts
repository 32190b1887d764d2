import { useEffect, useState } from "react";
import { tabStore } from "../../../db/store/localStore.ts";
import type { Plan, Tier } from "../../../domain/sales/plans.ts";
import type { Discount } from "../../../domain/sales/pricing.ts";
import { discountCode } from "../../../domain/text/typedText.ts";
import type { CallFunction } from "../checkoutCall.ts";
import { showCheckoutFailure, showCheckoutSuccess } from "../checkoutToast.ts";
import type { CheckoutForm } from "../draft.ts";
import { loadAppliedCode, saveAppliedCode } from "./appliedCode.ts";
import { checkDiscount } from "./checkDiscount.ts";

export type DiscountState =
  | { status: "none" }
  | { status: "applying" }
  /** `changedOrder`: applied by the button that pays, so that the buyer has yet to agree to the new total. */
  | { status: "applied"; code: string; discount: Discount; changedOrder: boolean }
  /** `stopsOrder`: the buyer wants to pay and must first correct or remove the code. */
  | { status: "refused"; message: string; stopsOrder: boolean }
  /** Applied before a reload or for the other payment plan, and not valid here. */
  | { status: "removed"; code: string; message: string };

const NONE: DiscountState = { status: "none" };
const APPLIED = "Discount code applied successfully!";

/**
 * The state of the discount: none, applying, then applied or refused, and none again once the code is edited (spec §4).
 */
export function useDiscount(call: CallFunction, form: CheckoutForm, offer: { tier: Tier; plan: Plan }) {
  const [state, setState] = useState<DiscountState>(NONE);

  const typedCode = () => discountCode(form.getValues("discountCode"));
  const ask = async (code: string, occasion: "apply" | "order" | "return"): Promise<DiscountState> => {
    setState({ status: "applying" });
    const check = await checkDiscount(call, { ...offer, code, email: form.getValues("email") });
    // The code was edited in the meantime, so this reply is outdated.
    if (typedCode() !== code) return NONE;
    const next = stateAfter(check, code, occasion);
    if (next.status === "removed") form.setValue("discountCode", "");
    // A code that could not be checked is checked again on the next visit.
    if (check.ok || !check.isUnknown) saveAppliedCode(tabStore(), offer.tier, check.ok ? code : null);
    setState(next);
    return next;
  };

  const apply = async (): Promise<void> => {
    const code = typedCode();
    if (code === "") {
      const message = "Please enter a discount code";
      setState({ status: "refused", message, stopsOrder: false });
      return showCheckoutFailure(message);
    }
    const next = await ask(code, "apply");
    focusCode();
    if (next.status === "applied") showCheckoutSuccess(APPLIED);
    if (next.status === "refused") showCheckoutFailure(next.message);
  };

  /**
   * For a buyer who continues to payment with a code that was typed but not applied: it would change the total, which
   * the buyer must see before agreeing to pay it. Returns whether the code must be corrected first.
   */
  const applyBeforePayment = async (): Promise<boolean> => {
    const next = await ask(typedCode(), "order");
    if (next.status === "applied") showCheckoutSuccess(APPLIED);
    if (next.status === "refused") showCheckoutFailure(next.message);
    return next.status === "refused";
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
    setState({ status: "refused", message, stopsOrder: true });
  };

  // A code applied before a reload, or for the other plan, is validated again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, because a changed offer creates a new form
  useEffect(() => {
    const code = loadAppliedCode(tabStore(), offer.tier);
    if (code && code === typedCode()) void ask(code, "return");
  }, []);

  return { state, apply, applyBeforePayment, clear, refuse };
}

function stateAfter(
  check: Awaited<ReturnType<typeof checkDiscount>>,
  code: string,
  occasion: "apply" | "order" | "return",
): DiscountState {
  if (check.ok)
    return { status: "applied", code, discount: check.discount, changedOrder: occasion === "order" };
  const { message, isUnknown } = check;
  if (occasion === "return" && !isUnknown) return { status: "removed", code, message };
  return { status: "refused", message, stopsOrder: occasion === "order" };
}
