import { saveUpdate } from "../../api/crud.ts";
import { type PaymentMethod, paymentIntents, paymentMethods } from "../../charges/objects.ts";
import { decline, takeMoney } from "../../charges/settle.ts";
import type { Decline } from "../../charges/testCards.ts";
import { customers } from "../../customers/customer.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { cancelSubscription } from "../subscriptions/endSubscription.ts";
import { subscriptions } from "../subscriptions/objects.ts";
import { setStatus } from "../subscriptions/setStatus.ts";
import { readBillingSettings } from "../subscriptions/settings.ts";
import { markPaid } from "./markPaid.ts";
import { type Invoice, invoices, subscriptionOf } from "./objects.ts";

/** Makes one automatic attempt to charge the saved card while the customer is absent. */
export function collect(world: World, invoice: Invoice): void {
  const method = savedMethod(world, invoice);
  const refused = method ? method.simulator_off_session : NO_METHOD;
  const after = charge(world, invoice, method, refused);
  if (!refused) return;
  noteFailedAttempt(world, after);
  if (refused.code === "authentication_required") {
    emit(world, "invoice.payment_action_required", requireObject(world, invoices, invoice.id));
  }
}

/** Makes one attempt on request, which does not count towards the retries. Returns why it failed, or null. */
export function payNow(
  world: World,
  invoice: Invoice,
  method: PaymentMethod | null,
  refused: Decline | null,
): Decline | null {
  const why = method ? refused : NO_METHOD;
  const after = charge(world, invoice, method, why);
  if (why) tellFailure(world, after);
  return why;
}

/** The subscription's card, otherwise the customer's (docs.stripe.com/billing/revenue-recovery/smart-retries). */
export function savedMethod(world: World, invoice: Invoice): PaymentMethod | null {
  const { store } = world;
  const ofCustomer = store.get(customers, invoice.customer)?.invoice_settings.default_payment_method;
  const id =
    store.get(subscriptions, subscriptionOf(invoice))?.default_payment_method ??
    (typeof ofCustomer === "string" ? ofCustomer : null);
  return (id && store.get(paymentMethods, id)) || null;
}

const NO_METHOD: Decline = {
  code: "resource_missing",
  declineCode: "",
  message:
    "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
};

function charge(
  world: World,
  invoice: Invoice,
  method: PaymentMethod | null,
  refused: Decline | null,
): Invoice {
  const payment = invoice.payments.data.find((each) => each.is_default);
  if (!payment || !method) return invoice;
  const intent = requireObject(world, paymentIntents, payment.payment.payment_intent);
  if (refused) {
    decline(world, { intent, method }, refused);
    return requireObject(world, invoices, invoice.id);
  }
  takeMoney(world, { intent, method }, { customer: invoice.customer, authenticated: false });
  return markPaid(world, invoice);
}

const DAY_SECONDS = 24 * 60 * 60;
/** Stripe uses machine learning to choose the days; here they are 3, 5 and 7 days after the previous attempt. */
const RETRY_AFTER_DAYS = [3, 5, 7];

/** Records a failed automatic attempt and schedules the next one. After the last one, the billing setting applies. */
function noteFailedAttempt(world: World, invoice: Invoice): void {
  const days = RETRY_AFTER_DAYS[invoice.attempt_count];
  const failed = saveUpdate(world, invoices, invoice.id, "invoice.updated", (before) => ({
    ...before,
    attempt_count: before.attempt_count + 1,
    attempted: true,
    auto_advance: days !== undefined,
    next_payment_attempt: days === undefined ? null : world.now() + days * DAY_SECONDS,
  }));
  tellFailure(world, failed);
  if (days === undefined) giveUp(world, failed);
}

/** Emits the event for a failed attempt. A subscription becomes past due if this is its latest invoice. */
function tellFailure(world: World, invoice: Invoice): void {
  emit(world, "invoice.payment_failed", invoice);
  const subscription = world.store.get(subscriptions, subscriptionOf(invoice));
  if (subscription?.status !== "active" || subscription.latest_invoice !== invoice.id) return;
  setStatus(world, subscription, "past_due", true);
}

function giveUp(world: World, invoice: Invoice): void {
  const subscription = world.store.get(subscriptions, subscriptionOf(invoice));
  if (subscription?.status !== "past_due") return;
  const { afterRetries } = readBillingSettings(world.store);
  if (afterRetries === "cancel") cancelSubscription(world, subscription.id, "payment_failed");
  if (afterRetries === "unpaid") setStatus(world, subscription, "unpaid");
}
