import Stripe from "stripe";
import { INSTALLMENT_MONTHS } from "../../../../src/domain/sales/plans.ts";

const MONTH_SECONDS = (365.25 / 12) * 24 * 60 * 60;

/**
 * Creates a schedule that ends the subscription after three payments. Can be repeated, even after a crash between the
 * two steps. Returns the schedule's id.
 */
export async function limitPlan(
  stripe: Stripe,
  orderId: string,
  subscription: Stripe.Subscription,
): Promise<string> {
  // 1. A schedule can only be created for the current period, unchanged…
  const schedule = await scheduleOf(stripe, orderId, subscription);
  if (schedule.end_behavior === "cancel") return schedule.id;

  // 2. …and then set to end. Otherwise it would release the subscription, which would charge for ever.
  const [phase] = schedule.phases;
  if (!phase) throw new Error(`the schedule ${schedule.id} has no phase`);
  await stripe.subscriptionSchedules.update(
    schedule.id,
    {
      end_behavior: "cancel",
      metadata: { order_id: orderId },
      proration_behavior: "none",
      phases: [
        {
          start_date: phase.start_date,
          duration: { interval: "month", interval_count: monthsLeft(subscription, phase.start_date) },
          proration_behavior: "none",
          // Settings that a phase omits are dropped, such as the VAT and a discount that lasts for all three months.
          items: phase.items.map((item) => ({
            price: idOf(item.price),
            quantity: item.quantity ?? 1,
            tax_rates: (item.tax_rates ?? []).map(idOf),
          })),
          discounts: phase.discounts.map(sameDiscount),
        },
      ],
    },
    { idempotencyKey: `limit-${schedule.id}-${phase.start_date}` },
  );
  return schedule.id;
}

/** Returns the parameter that keeps a phase's discount, in the form in which the discount was given. */
function sameDiscount({
  coupon,
  discount,
  promotion_code: code,
}: Stripe.SubscriptionSchedule.Phase.Discount): Stripe.SubscriptionScheduleUpdateParams.Phase.Discount {
  if (discount) return { discount: idOf(discount) };
  if (code) return { promotion_code: idOf(code) };
  if (coupon) return { coupon: idOf(coupon) };
  throw new Error("the schedule has a discount in an unknown form");
}

async function scheduleOf(
  stripe: Stripe,
  orderId: string,
  subscription: Stripe.Subscription,
): Promise<Stripe.SubscriptionSchedule> {
  if (subscription.schedule) return stripe.subscriptionSchedules.retrieve(idOf(subscription.schedule));
  try {
    return await stripe.subscriptionSchedules.create(
      { from_subscription: subscription.id },
      { idempotencyKey: `schedule-${orderId}` },
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    // Another request may have created it since the check.
    const now = await stripe.subscriptions.retrieve(subscription.id);
    if (!now.schedule) throw error;
    return stripe.subscriptionSchedules.retrieve(idOf(now.schedule));
  }
}

/**
 * Returns how many months of the plan remain from this phase on: fewer if the schedule is created after the first
 * month.
 */
function monthsLeft(subscription: Stripe.Subscription, phaseStart: number): number {
  const monthsGone = Math.round((phaseStart - subscription.start_date) / MONTH_SECONDS);
  return Math.max(1, INSTALLMENT_MONTHS - monthsGone);
}

function idOf(reference: string | { id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}
