import { saveUpdate } from "../api/crud.ts";
import { collect } from "../billing/invoices/collect.ts";
import { draftInvoice } from "../billing/invoices/draftInvoice.ts";
import { finalise } from "../billing/invoices/finalise.ts";
import { type Invoice, invoices } from "../billing/invoices/objects.ts";
import { subscriptionSchedules } from "../billing/schedules/objects.ts";
import { discountsAfterInvoice } from "../billing/subscriptions/discount.ts";
import { endSchedule } from "../billing/subscriptions/endSubscription.ts";
import { DRAFT_SECONDS, nextBoundary } from "../billing/subscriptions/interval.ts";
import { hasEnded, periodOf, type Subscription, subscriptions } from "../billing/subscriptions/objects.ts";
import { expireSession } from "../checkout/expire.ts";
import { sessions } from "../checkout/objects.ts";
import { lapseDue } from "../discounts/source.ts";
import type { World } from "../world.ts";

/**
 * Runs everything that is due in simulated time: renewals, retries, ends, expiries. Steps run in chronological order,
 * each dated with its own time and each as one transaction.
 */
export function runDue(world: World): void {
  // Scheduled steps belong to no request (docs.stripe.com/api/events/object, `request`).
  const alone = { ...world, request: { id: null, idempotency_key: null } };
  for (let step = nextStep(alone); step; step = nextStep(alone)) {
    const { at, run } = step;
    world.store.atomically(() => run({ ...alone, now: () => at }));
  }
  lapseDue(world);
}

/** A step that is due at a time, in Unix seconds; `run` receives the world at that time. */
type Step = { at: number; run(world: World): void };

/** The earliest step that is due, or null. If both are due at the same time, ends come before renewals. */
function nextStep(world: World): Step | null {
  const { store } = world;
  const isDue = ({ at }: Step) => at <= world.now();
  const ends: Step[] = [];
  const rest: Step[] = [];
  for (const session of store.all(sessions)) {
    if (session.status === "open" && session.expires_at <= world.now()) {
      ends.push({ at: session.expires_at, run: (then) => expireSession(then, session) });
    }
  }
  for (const subscription of store.all(subscriptions)) {
    if (hasEnded(subscription)) continue;
    ends.push(...endsOf(world, subscription).filter(isDue));
    const renewal: Step = { at: periodOf(subscription).end, run: (then) => renew(then, subscription) };
    if (isDue(renewal)) rest.push(renewal);
  }
  for (const invoice of store.all(invoices)) {
    const step = invoiceStep(invoice);
    if (step && isDue(step)) rest.push(step);
  }
  return [...ends, ...rest].reduce<Step | null>(
    (first, each) => (first && first.at <= each.at ? first : each),
    null,
  );
}

function endsOf(world: World, subscription: Subscription): Step[] {
  const schedule = subscription.schedule
    ? world.store.get(subscriptionSchedules, subscription.schedule)
    : undefined;
  if (schedule?.current_phase) {
    return [{ at: schedule.current_phase.end_date, run: (then) => endSchedule(then, schedule) }];
  }
  return [];
}

function invoiceStep(invoice: Invoice): Step | null {
  const { automatically_finalizes_at: finalisesAt, next_payment_attempt: nextAttempt } = invoice;
  if (invoice.status === "draft" && finalisesAt !== null) {
    return { at: finalisesAt, run: (then) => finalise(then, invoice) };
  }
  if (invoice.status !== "open" || nextAttempt === null) return null;
  return { at: nextAttempt, run: (then) => collect(then, invoice) };
}

/** Begins the next period and drafts its invoice. Drafts of an unpaid subscription are not finalised automatically. */
function renew(world: World, subscription: Subscription): void {
  const period = periodOf(subscription);
  const end = nextBoundary(subscription.billing_cycle_anchor, period.end);
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: period.end,
    current_period_end: end,
  }));
  const next = { ...subscription, items: { ...subscription.items, data: items } };
  const invoice = draftInvoice(world, next, {
    reason: "subscription_cycle",
    period,
    finalisesAt: subscription.status === "unpaid" ? null : world.now() + DRAFT_SECONDS,
  });
  saveUpdate(world, subscriptions, subscription.id, "customer.subscription.updated", () => ({
    ...next,
    discounts: discountsAfterInvoice(world, next),
    latest_invoice: invoice.id,
  }));
}
