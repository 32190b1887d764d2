import { newId, randomText } from "../api/ids.ts";
import { type Buyer, billingDetails, completeSession, customerFor } from "../checkout/complete.ts";
import { type CheckoutSession, sessions } from "../checkout/session.ts";
import { type PaymentMethod, paymentMethods } from "../customers/paymentMethod.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";
import { openIntent, withIntent } from "./openIntent.ts";
import { type PaymentIntent, paymentIntents } from "./paymentIntent.ts";
import { decline, takeMoney } from "./settle.ts";
import type { Decline } from "./testCards.ts";

/** A bank account as typed and checked: digits only. */
export type BankDetails = { sortCode: string; accountNumber: string };

const DAY_SECONDS = 24 * 60 * 60;
/** "It can take up to 4 business days" until the outcome is known (docs.stripe.com/payments/bacs-debit). */
const DAYS_TO_SETTLE = 4;
/** Stripe's test account whose debit fails (docs.stripe.com/payments/bacs-debit/accept-a-payment, "Test"). */
const FAILS_LATER = "33333335";
const FINGERPRINT_CHARACTERS = 16;

const NOT_AUTHORISED: Decline = {
  code: "debit_not_authorized",
  declineCode: "",
  message: "The customer's bank has not authorised this debit.",
};

/** Asks for a debit and completes the session, which stays unpaid until the bank's answer arrives. */
export function startBankDebit(
  world: World,
  session: CheckoutSession,
  bank: BankDetails,
  buyer: Buyer,
): void {
  const customer = customerFor(world, session, buyer);
  const processing = world.store.put(paymentIntents, {
    ...openIntent(world, session),
    customer,
    last_payment_error: null,
    next_action: null,
    payment_method: newBankAccount(world, bank, buyer).id,
    simulator_settles: {
      at: world.now() + DAYS_TO_SETTLE * DAY_SECONDS,
      outcome: bank.accountNumber === FAILS_LATER ? "failed" : "succeeded",
    },
    status: "processing",
  });
  emit(world, "payment_intent.processing", processing);
  completeSession(world, withIntent(session, processing), buyer, customer);
}

function newBankAccount(world: World, { sortCode, accountNumber }: BankDetails, buyer: Buyer): PaymentMethod {
  return world.store.put(paymentMethods, {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "limited",
    bacs_debit: {
      fingerprint: randomText(FINGERPRINT_CHARACTERS),
      last4: accountNumber.slice(-4),
      sort_code: sortCode,
    },
    billing_details: billingDetails(buyer),
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    simulator_off_session: null,
    type: "bacs_debit",
  });
}

/** The bank's answer to a debit: takes the money, or records the failure, and emits the session's event. */
export function settleBankDebit(
  world: World,
  intent: PaymentIntent,
  outcome: "succeeded" | "failed",
): PaymentIntent {
  const session = world.store.all(sessions).find((each) => each.payment_intent === intent.id);
  if (!session || !intent.payment_method) throw new Error(`${intent.id} is not the debit of a session`);
  const method = requireObject(world, paymentMethods, intent.payment_method);
  const due = { ...intent, simulator_settles: null };
  if (outcome === "failed") {
    decline(world, { intent: due, method }, NOT_AUTHORISED);
    emit(world, "checkout.session.async_payment_failed", session);
  } else {
    takeMoney(world, { intent: due, method }, { customer: intent.customer, authenticated: false });
    const paid = world.store.put(sessions, { ...session, payment_status: "paid" });
    emit(world, "checkout.session.async_payment_succeeded", paid);
  }
  return requireObject(world, paymentIntents, intent.id);
}
