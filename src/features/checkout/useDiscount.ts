import { useEffect, useState } from "react";
import { tabStore } from "../../db/localStore.ts";
import type { Plan, Tier } from "../../domain/plans.ts";
import type { Discount } from "../../domain/pricing.ts";
import { loadAppliedCode, saveAppliedCode } from "./appliedCode.ts";
import { checkDiscount } from "./checkDiscount.ts";
import type { CallFunction } from "./checkoutCall.ts";
import { showCheckoutFailure, showCheckoutSuccess } from "./checkoutToast.ts";
import type { CheckoutForm } from "./draft.ts";

export type DiscountState =
  | { status: "none" }
  | { status: "applying" }
  | { status: "applied"; code: string; discount: Discount }
  | { status: "refused"; message: string };

const NONE: DiscountState = { status: "none" };

/** None, applying, applied; none again on failure or when the code is edited (spec §4). */
export function useDiscount(call: CallFunction, form: CheckoutForm, offer: { tier: Tier; plan: Plan }) {
  const [state, setState] = useState<DiscountState>(NONE);

  const ask = async (code: string): Promise<DiscountState> => {
    setState({ status: "applying" });
    const check = await checkDiscount(call, { ...offer, code, email: form.getValues("email") });
    // The answer to a code that has been edited meanwhile says nothing about what stands there now.
    if (form.getValues("discountCode").trim() !== code) return NONE;
    const next: DiscountState = check.ok
      ? { status: "applied", code, discount: check.discount }
      : { status: "refused", message: check.message };
    saveAppliedCode(tabStore(), next.status === "applied" ? code : null);
    setState(next);
    return next;
  };

  const apply = async (): Promise<void> => {
    const code = form.getValues("discountCode").trim();
    if (code === "") {
      const message = "Please enter a discount code";
      setState({ status: "refused", message });
      return showCheckoutFailure(message);
    }
    const next = await ask(code);
    // A browser takes the focus off the button that is switched off while it asks.
    if (document.activeElement === document.body) form.setFocus("discountCode");
    if (next.status === "applied") showCheckoutSuccess("Discount code applied successfully!");
    if (next.status === "refused") showCheckoutFailure(next.message);
  };

  const clear = () => {
    saveAppliedCode(tabStore(), null);
    setState(NONE);
  };
  /** The order was refused for its code, which counted when it was applied. The buyer has been told. */
  const refuse = (message: string) => {
    clear();
    setState({ status: "refused", message });
  };

  // Synchronises with the server: a code that counted before a reload, or for the other plan, is judged anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; whatever changes the offer makes a new form
  useEffect(() => {
    const code = loadAppliedCode(tabStore());
    if (code && code === form.getValues("discountCode").trim()) void ask(code);
  }, []);

  return { state, apply, clear, refuse };
}
