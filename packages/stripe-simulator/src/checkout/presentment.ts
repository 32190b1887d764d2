import type Stripe from "stripe";
import type { CheckoutSession } from "./session.ts";

const CURRENCY_OF_COUNTRY: { readonly [country: string]: string } = {
  DE: "eur",
  FR: "eur",
  GB: "gbp",
  IE: "eur",
  US: "usd",
};
/** Fixed, where Stripe's rates change: units for one pound. All have two decimals. */
const UNITS_PER_POUND: { readonly [currency: string]: number } = { eur: 1.2, gbp: 1, usd: 1.3 };

/**
 * What a buyer is shown and charged instead of the session's amount, if Adaptive Pricing applies to the session and to
 * the buyer's country. As in Stripe's test mode, an email address such as `buyer+location_FR@example.com` places the
 * buyer (docs.stripe.com/payments/currencies/localize-prices/adaptive-pricing). The session's own currency and amounts
 * do not change (docs.stripe.com/changelog/basil/2025-03-31/add_presentment_details).
 */
export function presentmentOf(
  session: Pick<CheckoutSession, "adaptive_pricing" | "amount_total" | "currency" | "customer_details">,
): Stripe.Checkout.Session.PresentmentDetails | undefined {
  if (!session.adaptive_pricing?.enabled || session.amount_total === 0) return undefined;
  const [, country = ""] = /\+location_([A-Z]{2})@/.exec(session.customer_details?.email ?? "") ?? [];
  const currency = CURRENCY_OF_COUNTRY[country] ?? session.currency;
  const [from, to] = [UNITS_PER_POUND[session.currency], UNITS_PER_POUND[currency]];
  if (currency === session.currency || from === undefined || to === undefined) return undefined;
  return {
    presentment_amount: Math.round((session.amount_total * to) / from),
    presentment_currency: currency,
  };
}
