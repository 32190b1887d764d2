import { type StripeSimulator, startStripeSimulator } from "@academy/stripe-simulator";
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectStripe } from "../../../server/stripeAccount/client.ts";
import { setUpShop } from "../../../server/stripeAccount/setup.ts";
import { lookupKey, PLANS, TIER_PLANS, TIERS } from "../../../src/domain/sales/plans.ts";

const SECRET_KEY = "sk_test_catalogue";
const SITE_URL = "https://academy.example";

let simulator: StripeSimulator;
let stripe: Stripe;
beforeAll(async () => {
  simulator = await startStripeSimulator({
    port: 0,
    host: "127.0.0.1",
    dataFile: null,
    secretKey: SECRET_KEY,
    webhook: null,
    siteName: "Test academy",
  });
  stripe = connectStripe(SECRET_KEY, simulator.url);
});
afterAll(() => simulator.close());

async function priceOf(key: string): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true });
  expect(data.length).toBeLessThanOrEqual(1);
  return data[0];
}

describe("the catalogue at the payment provider (S-104, S-105, S-051)", () => {
  it("has six prices exclusive of VAT, each with the right amount and interval, and one VAT rate", async () => {
    await setUpShop(stripe, SITE_URL);
    const ids = new Set<string>();
    for (const tier of TIERS) {
      for (const plan of PLANS) {
        const price = await priceOf(lookupKey(tier, plan));
        expect(price).toMatchObject({
          unit_amount: TIER_PLANS[tier].pricePence[plan],
          currency: "gbp",
          tax_behavior: "exclusive",
          type: plan === "installment" ? "recurring" : "one_time",
        });
        if (price) ids.add(price.id);
      }
    }
    expect(ids.size).toBe(6);
    const rates = await stripe.taxRates.list({ active: true });
    expect(rates.data).toMatchObject([{ percentage: 20, inclusive: false, country: "GB" }]);
  });

  it("is repaired: a wrong price loses its lookup key, and an inactive product and VAT rate are restored", async () => {
    const key = lookupKey("student", "full");
    const wrong = await stripe.prices.create({
      product: "academy_student",
      currency: "gbp",
      unit_amount: 1,
      lookup_key: key,
      transfer_lookup_key: true,
    });
    await stripe.products.update("academy_ngo", { active: false, name: "Wrong" });
    const [rate] = (await stripe.taxRates.list({ active: true })).data;
    await stripe.taxRates.update(rate?.id ?? "", { active: false });

    await setUpShop(stripe, SITE_URL);
    expect(await priceOf(key)).toMatchObject({ unit_amount: 5000 });
    expect(await stripe.prices.retrieve(wrong.id)).toMatchObject({ active: false, lookup_key: null });
    expect(await stripe.products.retrieve("academy_ngo")).toMatchObject({ active: true });
    expect((await stripe.taxRates.list({ active: true })).data).toHaveLength(1);
  });

  it("has a billing portal for invoices and cards that does not offer to cancel or change a plan", async () => {
    const portal = async () => (await stripe.billingPortal.configurations.list({ active: true })).data;
    const [before] = await portal();
    await stripe.billingPortal.configurations.update(before?.id ?? "", {
      default_return_url: "https://elsewhere.example/",
      features: { subscription_cancel: { enabled: true } },
    });
    await setUpShop(stripe, SITE_URL);
    expect(await portal()).toMatchObject([
      {
        id: before?.id,
        default_return_url: `${SITE_URL}/academy/dashboard`,
        business_profile: { terms_of_service_url: `${SITE_URL}/terms-of-service` },
        features: {
          invoice_history: { enabled: true },
          payment_method_update: { enabled: true },
          subscription_cancel: { enabled: false },
          subscription_update: { enabled: false },
          customer_update: { enabled: false },
        },
      },
    ]);
  });
});
