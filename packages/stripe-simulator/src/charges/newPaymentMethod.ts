import { newId, randomText } from "../api/ids.ts";
import type { Invoice } from "../billing/invoices/objects.ts";
import { billingDetails } from "../checkout/complete.ts";
import type { Buyer } from "../checkout/objects.ts";
import type { World } from "../world.ts";
import type { CardDetails } from "./cardDetails.ts";
import { type PaymentMethod, paymentMethods } from "./objects.ts";
import { type Decline, offSessionDecline, type TestCard } from "./testCards.ts";

const FINGERPRINT_CHARACTERS = 16;

/** Stores only what may be kept of a card: brand, country, last four digits, expiry. */
export function newPaymentMethod(
  world: World,
  card: CardDetails,
  kind: TestCard,
  buyer: Buyer,
): PaymentMethod {
  return world.store.put(paymentMethods, {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: billingDetails(buyer),
    card: {
      brand: kind.brand,
      checks: { address_line1_check: null, address_postal_code_check: "pass", cvc_check: "pass" },
      country: "GB",
      display_brand: kind.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: randomText(FINGERPRINT_CHARACTERS),
      funding: "credit",
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [kind.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    simulator_off_session: offSessionDecline(kind),
    type: "card",
  });
}

/** Saves a card without charging it, or returns why the bank declined to let it be saved. */
export function newSavedMethod(
  world: World,
  card: CardDetails,
  kind: TestCard,
  buyer: Buyer,
): { method: PaymentMethod } | { refused: Decline } {
  if (typeof kind.behaviour === "object") return { refused: kind.behaviour };
  return { method: newPaymentMethod(world, card, kind, buyer) };
}

/** The money of a bank transfer, which pays `invoice`. */
export function newTransferMethod(world: World, invoice: Invoice): PaymentMethod {
  return world.store.put(paymentMethods, {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: {
      address: invoice.customer_address ?? null,
      email: invoice.customer_email ?? null,
      name: invoice.customer_name ?? null,
      phone: null,
      tax_id: null,
    },
    created: world.now(),
    customer: invoice.customer,
    customer_account: null,
    customer_balance: {},
    livemode: false,
    metadata: {},
    simulator_off_session: null,
    type: "customer_balance",
  });
}
