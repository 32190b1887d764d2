import type Stripe from "stripe";
import { control, pay, SUCCESS_URL, startSimulator } from "./simulator.ts";

const START = Date.UTC(2027, 0, 15, 10) / 1000;

/** A simulator whose real clock does not advance; `start` in Unix seconds. */
export async function startBilling(options: { start?: number } = {}) {
  const simulator = await startSimulator({}, () => (options.start ?? START) * 1000);
  const advance = (body: object) => control(simulator.url, "/advance", body);
  return { ...simulator, advance };
}

/** Creates a plan of £18.00 a month plus 20 % VAT: £21.60. */
async function makePlan(stripe: Stripe, unitAmount = 1800) {
  const product = await stripe.products.create({ name: "AI Fluency in 30 Days" });
  const recurring = { interval: "month" } as const;
  const price = await stripe.prices.create({
    product: product.id,
    currency: "gbp",
    unit_amount: unitAmount,
    recurring,
  });
  const vat = await stripe.taxRates.create({ display_name: "VAT", percentage: 20, inclusive: false });
  return { product, price, vat };
}

export async function makePlanSession(
  stripe: Stripe,
  params: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> {
  const { price, vat } = await makePlan(stripe);
  return await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: price.id, quantity: 1, tax_rates: [vat.id] }],
    success_url: SUCCESS_URL,
    subscription_data: { metadata: { order: "1" } },
    ...params,
  });
}

/** Buys a plan in Checkout with the card `typed`. */
export async function buyPlan(
  stripe: Stripe,
  params: Partial<Stripe.Checkout.SessionCreateParams> = {},
  typed: Record<string, string> = {},
): Promise<Stripe.Subscription> {
  const session = await makePlanSession(stripe, params);
  await pay(session.url ?? "", typed);
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
  return await stripe.subscriptions.retrieve(idOf(subscription));
}

/** Limits a subscription to three instalments, as the shop does. */
export async function limitToThree(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Stripe.SubscriptionSchedule> {
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const [phase] = schedule.phases;
  return await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "cancel",
    phases: [
      {
        start_date: phase?.start_date ?? 0,
        duration: { interval: "month", interval_count: 3 },
        items: (phase?.items ?? []).map((item) => ({
          price: idOf(item.price),
          quantity: item.quantity ?? 1,
          tax_rates: (item.tax_rates ?? []).map(idOf),
        })),
        discounts: (phase?.discounts ?? []).map(({ discount }) => ({ discount: idOf(discount) })),
      },
    ],
  });
}

export function idOf(link: string | { id: string } | null): string {
  return typeof link === "string" ? link : (link?.id ?? "");
}

/** Amounts of the customer's charges that succeeded, oldest first. */
export async function chargesOf(stripe: Stripe): Promise<number[]> {
  const { data } = await stripe.charges.list({ limit: 100 });
  return data
    .filter((each) => each.paid)
    .map((each) => each.amount)
    .reverse();
}

/** Opens a portal session where the card can be replaced and invoices are listed. */
export async function openPortal(
  stripe: Stripe,
  customer: string,
  features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {},
): Promise<Stripe.BillingPortal.Session> {
  const configuration = await stripe.billingPortal.configurations.create({
    features: { invoice_history: { enabled: true }, payment_method_update: { enabled: true }, ...features },
  });
  return await stripe.billingPortal.sessions.create({
    customer,
    configuration: configuration.id,
    return_url: "http://localhost:3000/academy/dashboard",
  });
}
