import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type StripeSimulator, startStripeSimulator } from "@academy/stripe-simulator";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HANDLED_EVENTS } from "../../../functions/_shared/payments/events/handleEvent.ts";
import { connectStripe } from "../../../server/stripeAccount/client.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const SECRET_KEY = "sk_test_setup";
const WEBHOOK_URL = "https://project.supabase.example/functions/v1/stripe-webhook";

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

type Run = { code: number; stdout: string; stderr: string };

/** Runs `npm run stripe:setup` in a separate process. */
async function setUp(args: string[] = [], change: Record<string, string> = {}): Promise<Run> {
  const env = {
    PATH: process.env.PATH,
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_API_URL: simulator.url,
    SITE_URL: "https://academy.example/",
    SUPABASE_URL: "https://project.supabase.example",
    ...change,
  };
  const run = promisify(execFile)(process.execPath, ["tools/stripeSetup.ts", ...args], { cwd: ROOT, env });
  return run.then(
    (done) => ({ code: 0, ...done }),
    // The promisified function rejects with a value of this shape when the exit code is not 0.
    (failed: Run) => failed,
  );
}

async function inventory(): Promise<number[]> {
  const { prices, products, taxRates, webhookEndpoints, billingPortal } = stripe;
  const lists = [prices, products, taxRates, webhookEndpoints, billingPortal.configurations];
  return Promise.all(lists.map(async (each) => (await each.list({ limit: 100 })).data.length));
}

async function simulate(control: string, body: object): Promise<void> {
  const reply = await fetch(`${simulator.url}/_sim/${control}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
}

/** A plan whose second payment fails until the account gives up. */
async function sellFailingPlan(afterRetries: string): Promise<void> {
  await simulate("billing", { afterRetries });
  const [price] = (await stripe.prices.list({ lookup_keys: ["academy_student_installment"] })).data;
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: price?.id ?? "", quantity: 1 }],
    customer_email: "buyer@mail.example",
    success_url: "https://academy.example/",
  });
  await payOnHostedPage(session.url ?? "", { "cc-number": "4000 0000 0000 7726" });
  await simulate("advance", { months: 1 });
  await simulate("advance", { days: 20 });
}

describe("npm run stripe:setup", () => {
  it("without --apply only lists the changes", async () => {
    const { code, stdout } = await setUp();
    expect(code).toBe(0);
    expect(stdout).toContain("test mode");
    expect(stdout).toContain("- create the price academy_student_installment: £18.00 a month plus VAT");
    expect(stdout).toContain(`- create the webhook endpoint ${WEBHOOK_URL}`);
    expect(stdout).toContain('12 changes to make. Nothing was changed: add "-- --apply" to do it.');
    expect(stdout).toMatch(/Check in the dashboard[\s\S]*- Billing, Retries: Smart Retries for two weeks/);
    expect(await inventory()).toEqual([0, 0, 0, 0, 0]);
  });

  it("with --apply makes the changes and prints the signing secret once", async () => {
    const { code, stdout } = await setUp(["--apply"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Made 12 changes.");
    expect(stdout).toMatch(/set STRIPE_WEBHOOK_SECRET=whsec_\w+ for the server functions/);
    expect(await inventory()).toEqual([6, 3, 1, 1, 1]);
    expect((await stripe.webhookEndpoints.list()).data).toMatchObject([
      { url: WEBHOOK_URL, enabled_events: HANDLED_EVENTS, api_version: Stripe.API_VERSION },
    ]);

    const again = await setUp(["--apply"]);
    expect(again.stdout).toContain("Everything is set up. Nothing was changed.");
    expect(again.stdout).not.toContain("whsec_");
  });

  it("repairs an endpoint that lacks an event or is disabled, and replaces an outdated one", async () => {
    const [ours] = (await stripe.webhookEndpoints.list()).data;
    await stripe.webhookEndpoints.update(ours?.id ?? "", { enabled_events: ["*"], disabled: true });
    const stale = await stripe.webhookEndpoints.create({
      url: WEBHOOK_URL,
      enabled_events: ["*"],
      api_version: "2025-03-31.basil",
    });
    const foreign = await stripe.webhookEndpoints.create({
      url: "https://other.example/",
      enabled_events: ["*"],
    });
    expect((await setUp(["--apply"])).stdout).toContain("Made 2 changes.");
    const endpoints = (await stripe.webhookEndpoints.list()).data;
    expect(endpoints.map((each) => each.id).sort()).toEqual([ours?.id, foreign.id].sort());
    expect(endpoints.find((each) => each.id === ours?.id)).toMatchObject({
      enabled_events: HANDLED_EVENTS,
      status: "enabled",
    });
    expect(stale.id).not.toBe(ours?.id);
  });

  it.each([
    ["unpaid", "marked as unpaid"],
    ["cancel", "cancelled"],
  ])("warns when subscriptions show that the setting after the last retry is %s", async (setting, text) => {
    expect((await setUp()).stdout).not.toContain(text);
    await sellFailingPlan(setting);
    expect((await setUp()).stdout).toContain(
      `After the last retry of a payment, a subscription was ${text}. Leave it overdue instead`,
    );
  });

  it("explains every configuration error, a wrong argument and a rejected key", async () => {
    const faults = await setUp([], { STRIPE_SECRET_KEY: "pk_test_x", SITE_URL: "" });
    expect(faults.code).toBe(1);
    expect(faults.stderr).toContain("STRIPE_SECRET_KEY: must be a secret or restricted key");
    expect(faults.stderr).toContain("SITE_URL:");
    expect((await setUp(["--aply"])).code).toBe(2);
    const refused = await setUp([], { STRIPE_SECRET_KEY: "sk_test_somebody_else" });
    expect(refused.code).toBe(1);
    expect(refused.stderr).not.toContain("    at ");
  });
});
