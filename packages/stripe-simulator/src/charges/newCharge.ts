import { newId } from "../api/ids.ts";
import type { PaymentMethod } from "../customers/paymentMethod.ts";
import type { World } from "../world.ts";
import { type Charge, charges } from "./charge.ts";
import type { PaymentIntent } from "./paymentIntent.ts";
import type { Decline } from "./testCards.ts";

const NORMAL_RISK_SCORE = 32;

/** The charge of one attempt: paid in full, or failed for `decline`. Stores it. */
export function newCharge(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  detail: { decline: Decline | null; authenticated: boolean; customer: string | null },
): Charge {
  const { decline, authenticated, customer } = detail;
  const id = newId("ch");
  const { card } = method;
  return world.store.put(charges, {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    // Null as on a fresh charge with asynchronous capture, which is the default of this API version.
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: !decline,
    created: world.now(),
    currency: intent.currency,
    customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: decline ? "try_again_later" : null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? "declined_by_network" : "approved_by_network",
      reason: decline?.declineCode ?? null,
      risk_level: "normal",
      risk_score: NORMAL_RISK_SCORE,
      seller_message: decline
        ? "The bank did not return any further details with this decline."
        : "Payment complete.",
      type: decline ? "issuer_declined" : "authorized",
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        amount_authorized: decline ? null : intent.amount,
        authorization_code: null,
        brand: card.brand,
        checks: card.checks,
        country: card.country,
        electronic_commerce_indicator: authenticated ? "05" : null,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        extended_authorization: { status: "disabled" },
        fingerprint: card.fingerprint ?? null,
        funding: card.funding,
        incremental_authorization: { status: "unavailable" },
        installments: null,
        last4: card.last4,
        mandate: null,
        multicapture: { status: "unavailable" },
        network: card.brand,
        network_token: { used: false },
        network_transaction_id: null,
        overcapture: { maximum_amount_capturable: intent.amount, status: "unavailable" },
        regulated_status: card.regulated_status,
        three_d_secure: authenticated ? AUTHENTICATED : null,
        transaction_link_id: null,
        wallet: null,
      },
      type: "card",
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    refunds: { object: "list", data: [], has_more: false, url: `/v1/charges/${id}/refunds` },
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  });
}

const AUTHENTICATED = {
  authentication_flow: "challenge",
  electronic_commerce_indicator: "05",
  exemption_indicator: null,
  result: "authenticated",
  result_reason: null,
  transaction_id: null,
  version: "2.2.0",
};
