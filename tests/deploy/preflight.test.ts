import { startStripeSimulator } from "@academy/stripe-simulator";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { connect } from "../../tools/deploy/deployment.ts";
import { invoiceFindings } from "../../tools/deploy/diagnose.ts";
import { preflight } from "../../tools/deploy/preflight.ts";
import { parseSettings } from "../../tools/deploy/settings.ts";
import { REF, type StandIn, startManagementStandIn, TOKEN } from "./managementStandIn.ts";

const STRIPE_KEY = "sk_test_preflight";
let api: StandIn;
let stripe: Awaited<ReturnType<typeof startStripeSimulator>>;
beforeAll(async () => {
  api = await startManagementStandIn({
    query: async () => [],
    keys: { publishable: "sb_publishable_1", secret: "sb_secret_1" },
  });
  stripe = await startStripeSimulator({
    port: 0,
    host: "127.0.0.1",
    dataFile: null,
    secretKey: STRIPE_KEY,
    webhook: null,
    siteName: "Academy",
  });
});
beforeEach(() => api.faults.clear());
afterAll(async () => {
  await api.stop();
  await stripe.close();
});

const settings = (change: Record<string, string> = {}) =>
  parseSettings("staging", {
    SITE_URL: "http://localhost:3000",
    SUPABASE_PROJECT_REF: REF,
    SUPABASE_ACCESS_TOKEN: TOKEN,
    SUPABASE_DB_PASSWORD: "a password",
    STRIPE_SECRET_KEY: STRIPE_KEY,
    MAIL_FROM: "hello@academy-site.org",
    PROVIDER_EMAIL: "office@academy-site.org",
    CERTIFICATE_KEY: "dGhlIHNlZWQgb2YgYSBrZXkgZm9yIHRlc3RzIG9ubHk=",
    UPLOAD_COMMAND: "true {site}",
    RESEND_API_KEY: "re_1",
    MAIL_API_URL: "http://127.0.0.1:9",
    STRIPE_API_URL: stripe.url,
    SUPABASE_MANAGEMENT_URL: api.url,
    ...change,
  });
const faults = (change?: Record<string, string>) =>
  preflight(connect("staging", settings(change), "/nowhere/staging.env"));

describe("the check before a deployment", () => {
  it("finds nothing when every account is ready", async () => {
    expect(await faults()).toEqual([]);
    expect(api.changes).toEqual([]);
  });

  it.each([
    [
      "a domain that does not resolve",
      { SITE_URL: "https://academy.invalid" },
      /academy\.invalid does not resolve/,
    ],
    [
      "a key that the payment provider refuses",
      { STRIPE_SECRET_KEY: "sk_test_wrong" },
      /Stripe refused STRIPE_SECRET_KEY/,
    ],
    ["a restricted key of the payment provider", { STRIPE_SECRET_KEY: "rk_test_1" }, /needs the secret key/],
    ["a wrong access token", { SUPABASE_ACCESS_TOKEN: "sbp_wrong" }, /refused SUPABASE_ACCESS_TOKEN/],
    ["a project that does not exist", { SUPABASE_PROJECT_REF: "zzzzzzzzzzzzzzzzzzzz" }, /no project zzzz/],
  ])("explains what to do about %s", async (_, change, sentence) => {
    expect(await faults(change)).toEqual([expect.stringMatching(sentence)]);
  });

  it.each([
    ["a paused project", { status: "INACTIVE" }, /is INACTIVE: open it in the Supabase dashboard/],
    ["an older Postgres", { database: { version: "15.8.1" } }, /has Postgres 15\.8\.1; 17 is needed/],
  ])("explains what to do about %s", async (_, change, sentence) => {
    api.faults.set("GET ", { status: 200, body: { ...api.project, ...change } });
    expect(await faults()).toEqual([expect.stringMatching(sentence)]);
  });

  it("explains what to do about a project without keys in the new format", async () => {
    api.faults.set("GET /api-keys", { status: 200, body: [] });
    expect(await faults()).toEqual([expect.stringMatching(/create both in the Supabase dashboard/)]);
  });

  it("names the faults of all services together", async () => {
    const all = await faults({ STRIPE_SECRET_KEY: "sk_test_wrong", SUPABASE_ACCESS_TOKEN: "sbp_wrong" });
    expect(all).toHaveLength(2);
  });

  it("explains what to do about a payment provider account in another country", async () => {
    const to = connect("staging", settings(), "/nowhere/staging.env");
    const account = await to.stripe.accounts.retrieveCurrent();
    vi.spyOn(to.stripe.accounts, "retrieveCurrent").mockResolvedValue({ ...account, country: "DE" });
    expect(await preflight(to)).toEqual([expect.stringMatching(/account is in DE.*use an account in GB/)]);
  });
});

it("the doctor reports an account that does not print the provider's VAT number on invoices (S-128)", () => {
  const showing = (...ids: object[]) =>
    invoiceFindings({ settings: { invoices: { default_account_tax_ids: ids } } } as never, "GB 123 4567 89");
  expect(showing({ value: "GB123456789" })).toEqual([]);
  for (const ids of [[], [{ value: "GB999999973" }]]) {
    expect(showing(...ids)).toMatchObject([{ what: expect.stringContaining("VAT number") }]);
  }
});
