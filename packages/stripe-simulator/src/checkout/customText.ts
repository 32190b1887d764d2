import type { CheckoutSession } from "./session.ts";
import type { SessionParams } from "./sessionParams.ts";

/** The texts that the site adds to the payment page. */
export function customTextOf(given: SessionParams["custom_text"]): CheckoutSession["custom_text"] {
  return {
    after_submit: given?.after_submit ?? null,
    shipping_address: given?.shipping_address ?? null,
    submit: given?.submit ?? null,
    terms_of_service_acceptance: given?.terms_of_service_acceptance ?? null,
  };
}
