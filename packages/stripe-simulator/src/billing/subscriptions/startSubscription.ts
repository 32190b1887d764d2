import { newId } from "../../api/ids.ts";
import { taxRates } from "../../catalogue/taxRate.ts";
import type { PaymentIntent } from "../../charges/paymentIntent.ts";
import type { LineItem } from "../../checkout/lineItem.ts";
import { presentmentOf } from "../../checkout/presentment.ts";
import type { CheckoutSession } from "../../checkout/session.ts";
import { customers } from "../../customers/customer.ts";
import type { PaymentMethod } from "../../customers/paymentMethod.ts";
import { discounts } from "../../discounts/discount.ts";
import { worldOf } from "../../time/timeline.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { draftInvoice } from "../invoices/draftInvoice.ts";
import { markPaid } from "../invoices/markPaid.ts";
import { numberInvoice } from "../invoices/numberInvoice.ts";
import { discountsAfterInvoice, startDiscount } from "./discount.ts";
import { addSpan } from "./interval.ts";
import { attachCard } from "./saveCard.ts";
import { type Subscription, subscriptions } from "./subscription.ts";
import { planOf, type SubscriptionItem } from "./subscriptionItem.ts";

/** `intent` is null if a card was saved and nothing was due. */
type Paid = { intent: PaymentIntent | null; method: PaymentMethod } | null;

/**
 * In subscription mode, creates the subscription with its first invoice, paid by `paid`, and returns the session that
 * links to them. Checkout creates them only after the buyer has paid (docs.stripe.com/changelog, 2025-03-31.basil).
 */
export function startSubscription(
  world: World,
  session: CheckoutSession,
  customer: string | null,
  paid: Paid,
): CheckoutSession {
  if (session.mode !== "subscription") return session;
  if (customer === null)
    throw new Error(`The session ${session.id} sells a subscription but has no customer`);
  const then = worldOf(world, customer);
  const method = paid && attachCard(then, paid.method, customer);
  const subscription = withDiscount(
    then,
    session,
    newSubscription(then, session, { id: newId("sub"), customer, method: method?.id ?? null }),
  );
  const draft = draftInvoice(then, subscription, {
    reason: "subscription_create",
    period: { start: then.now(), end: then.now() },
    finalisesAt: null,
  });
  const started = then.store.put(subscriptions, {
    ...subscription,
    discounts: discountsAfterInvoice(then, subscription),
    latest_invoice: draft.id,
  });
  emit(then, "customer.subscription.created", started);
  markPaid(then, numberInvoice(then, draft, paid?.intent ?? null));
  return { ...session, invoice: draft.id, subscription: started.id };
}

/** Moves the session's discount to the subscription. */
function withDiscount(world: World, session: CheckoutSession, subscription: Subscription): Subscription {
  const used = world.store.all(discounts).find((each) => each.checkout_session === session.id);
  if (!used) return subscription;
  const { id, customer } = subscription;
  const discount = startDiscount(world, used, { subscription: id, customer, checkout_session: session.id });
  return { ...subscription, discounts: [discount.id] };
}

/** Builds the subscription that a session sells, active from now. It is not stored and has no invoice yet. */
function newSubscription(
  world: World,
  session: CheckoutSession,
  of: { id: string; customer: string; method: string | null },
): Subscription {
  const { id, customer } = of;
  const wanted = session.simulator_subscription;
  const defaults = wanted?.default_tax_rates ?? [];
  const now = world.now();
  const presentment = presentmentOf(session);
  return {
    ...unusedFeatures,
    id,
    object: "subscription",
    billing_cycle_anchor: now,
    collection_method: "charge_automatically",
    created: now,
    currency: session.currency,
    customer,
    default_payment_method: of.method,
    default_tax_rates: defaults.map((rate) => requireObject(world, taxRates, rate)),
    description: wanted?.description ?? null,
    discounts: [],
    items: {
      object: "list",
      data: session.line_items.data.map((line) => newItem(line, id, now, defaults)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: wanted?.metadata ?? {},
    ...(presentment
      ? { presentment_details: { presentment_currency: presentment.presentment_currency } }
      : {}),
    start_date: now,
    status: "active",
    test_clock: clockOf(world, customer),
  };
}

function clockOf(world: World, customer: string): string | null {
  const clock = requireObject(world, customers, customer).test_clock;
  return typeof clock === "string" ? clock : null;
}

function newItem(
  { price, quantity, taxes }: LineItem,
  subscription: string,
  start: number,
  defaultRates: readonly string[],
): SubscriptionItem {
  const plan = planOf(price);
  const rates = taxes.map(({ rate }) => rate);
  return {
    id: newId("si"),
    object: "subscription_item",
    billing_thresholds: null,
    created: start,
    current_period_end: addSpan(start, plan),
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan,
    price,
    quantity,
    subscription,
    tax_rates: rates.every(({ id }) => defaultRates.includes(id)) ? [] : rates,
  };
}

const unusedFeatures = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  customer_account: null,
  days_until_due: null,
  default_source: null,
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: "self" },
  },
  managed_payments: { enabled: false },
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: "off",
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" } },
  trial_start: null,
} satisfies Partial<Subscription>;
