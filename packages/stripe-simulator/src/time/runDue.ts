import { saveUpdate } from "../api/saveUpdate.ts";
import { collect } from "../billing/invoices/collect.ts";
import { finalise } from "../billing/invoices/finalise.ts";
import { type Invoice, invoices } from "../billing/invoices/invoice.ts";
import { endPhase } from "../billing/schedules/endPhase.ts";
import { subscriptionSchedules } from "../billing/schedules/subscriptionSchedule.ts";
import { cancelSubscription } from "../billing/subscriptions/endSubscription.ts";
import { periodOf } from "../billing/subscriptions/periodOf.ts";
import { renew } from "../billing/subscriptions/renew.ts";
import { hasEnded, type Subscription, subscriptions } from "../billing/subscriptions/subscription.ts";
import { settleBankDebit } from "../charges/bankDebit.ts";
import { paymentIntents } from "../charges/paymentIntent.ts";
import { expireSession } from "../checkout/expire.ts";
import { sessions } from "../checkout/session.ts";
import { lapseDue } from "../discounts/lapse.ts";
import type { World } from "../world.ts";
import { worldAt, worldOf } from "./timeline.ts";

/**
 * Runs everything that is due in simulated time: renewals, retries, ends, expiries, bank debits. Steps run in chronological order,
 * each dated with its own time and each as one transaction.
 */
export function runDue(world: World): void {
  runSteps(world, (work) => world.store.atomically(work));
  lapseDue(world);
}

/** Like `runDue`, inside a request that is already one transaction. */
export function runDueInRequest(world: World): void {
  runSteps(world, (work) => work());
}

function runSteps(world: World, whole: (work: () => void) => void): void {
  // Scheduled steps belong to no request (docs.stripe.com/api/events/object, `request`).
  const alone = { ...world, request: { id: null, idempotency_key: null } };
  for (let step = nextStep(alone); step; step = nextStep(alone)) {
    const { at, run } = step;
    whole(() => run(worldAt(alone, at)));
  }
}

/** A step that is due at a time, in Unix seconds; `run` receives the world at that time. */
type Step = { at: number; run(world: World): void };

/** The earliest step that is due, or null. If both are due at the same time, ends come before renewals. */
function nextStep(world: World): Step | null {
  const { store } = world;
  const ends: Step[] = [];
  const rest: Step[] = [];
  for (const session of store.all(sessions)) {
    if (session.status === "open" && session.expires_at <= world.now()) {
      ends.push({ at: session.expires_at, run: (then) => expireSession(then, session) });
    }
  }
  for (const intent of store.all(paymentIntents)) {
    const { simulator_settles: due } = intent;
    if (!due || due.at > world.now()) continue;
    rest.push({ at: due.at, run: (then) => settleBankDebit(then, intent, due.outcome) });
  }
  for (const subscription of store.all(subscriptions)) {
    if (hasEnded(subscription)) continue;
    const now = worldOf(world, subscription.customer).now();
    const isDue = ({ at }: Step) => at <= now;
    ends.push(...endsOf(world, subscription).filter(isDue));
    rest.push(...renewalsOf(subscription).filter(isDue));
  }
  for (const invoice of store.all(invoices)) {
    const step = invoiceStep(invoice);
    if (step && step.at <= worldOf(world, invoice.customer).now()) rest.push(step);
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
    return [{ at: schedule.current_phase.end_date, run: (then) => endPhase(then, schedule) }];
  }
  const { cancel_at: at, id } = subscription;
  return at === null ? [] : [{ at, run: (then) => cancelSubscription(then, id) }];
}

function renewalsOf(subscription: Subscription): Step[] {
  const resumesAt = subscription.pause_collection?.resumes_at ?? null;
  return [
    ...(resumesAt === null
      ? []
      : [{ at: resumesAt, run: (then: World) => resumeCollection(then, subscription) }]),
    { at: periodOf(subscription).end, run: (then) => renew(then, subscription) },
  ];
}

function invoiceStep(invoice: Invoice): Step | null {
  const { automatically_finalizes_at: finalisesAt, next_payment_attempt: nextAttempt } = invoice;
  if (invoice.status === "draft" && finalisesAt !== null) {
    return { at: finalisesAt, run: (then) => finalise(then, invoice) };
  }
  if (invoice.status !== "open" || nextAttempt === null) return null;
  return { at: nextAttempt, run: (then) => collect(then, invoice) };
}

/** Resumes collection: later invoices are charged again. */
function resumeCollection(world: World, subscription: Subscription): void {
  saveUpdate(world, subscriptions, subscription.id, "customer.subscription.updated", (before) => ({
    ...before,
    pause_collection: null,
  }));
}
