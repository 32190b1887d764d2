import { describe, expect, it } from "vitest";
import { withAcademy } from "../../support/server/academy.ts";
import { withProviderProxy } from "../../support/server/providerProxy.ts";
import { expectConsoleError } from "../../support/setup/failOnConsoleError.ts";
import { makeCode, newEmail, professionalPayload, studentPayload } from "../shop.ts";

const SESSIONS = "/v1/checkout/sessions";
const DOWN = { status: 500, json: { error: { type: "api_error", message: "The provider is down." } } };

const academy = withAcademy();
const proxy = withProviderProxy();

const checkout = (body: unknown) => academy.call("create-guest-checkout", body);

async function ordersOf(email: string) {
  return academy.backend.query("select status, checkout_session_id from public.orders where email = $1", [
    email,
  ]);
}
const ABANDONED = [{ status: "expired", checkout_session_id: null }];

describe("a buyer whose payment page cannot be opened (S-099)", () => {
  it("receives a discount error when the code is deactivated between our check and the provider's", async () => {
    const { id, code } = await makeCode(academy, { percent_off: 20 });
    const email = newEmail();
    proxy.setIntercept(async ({ method, path }) => {
      const isCreation = method === "POST" && path === SESSIONS;
      if (isCreation) await academy.stripe.promotionCodes.update(id, { active: false });
      return undefined;
    });
    expect(await checkout({ ...professionalPayload(email), discountCode: code })).toMatchObject({
      status: 400,
      body: { code: "discount_invalid", error: "This discount code can no longer be used." },
    });
    expect(await ordersOf(email)).toEqual(ABANDONED);
  });

  it("is charged nothing when the provider's amount differs from the one shown", async () => {
    expectConsoleError(/the buyer was shown 102000 pence, and the provider asks for 60000 gbp/);
    const email = newEmail();
    proxy.setIntercept(async ({ method, path, body }) => {
      if (method !== "POST" || path !== SESSIONS) return undefined;
      const { data } = await academy.stripe.prices.list({ lookup_keys: ["academy_ngo_full"] });
      const params = new URLSearchParams(body);
      const taxRate = params.get("line_items[0][tax_rates][0]") ?? "";
      const other = await academy.stripe.checkout.sessions.create({
        mode: "payment",
        line_items: [{ price: data[0]?.id ?? "", quantity: 1, tax_rates: [taxRate] }],
        metadata: { order_id: params.get("metadata[order_id]") ?? "" },
        success_url: academy.url,
      });
      return { status: 200, json: other };
    });
    expect((await checkout(professionalPayload(email))).status).toBe(500);
    expect(await ordersOf(email)).toEqual(ABANDONED);
    const { data } = await academy.stripe.checkout.sessions.list({ limit: 1 });
    expect(data).toMatchObject([{ status: "expired" }]);
  });

  it.each([
    [
      "may convert the amount",
      { adaptive_pricing: { enabled: true } },
      "may convert it into another currency",
    ],
    ["asks for the same number in another currency", { currency: "eur" }, "asks for 102000 eur"],
  ])("is charged nothing when the provider %s", async (_, change, fault) => {
    expectConsoleError(new RegExp(`the buyer was shown 102000 pence, and the provider ${fault}`));
    const email = newEmail();
    proxy.setIntercept(async ({ method, path, body }) => {
      if (method !== "POST" || path !== SESSIONS) return undefined;
      const reply = await fetch(`${proxy.target}${SESSIONS}`, {
        method,
        headers: {
          authorization: `Bearer ${process.env.STRIPE_SECRET_KEY}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body,
      });
      return { status: 200, json: Object.assign(await reply.json(), change) };
    });
    expect((await checkout(professionalPayload(email))).status).toBe(500);
    expect(await ordersOf(email)).toEqual(ABANDONED);
    const { data } = await academy.stripe.checkout.sessions.list({ limit: 1 });
    expect(data).toMatchObject([{ status: "expired" }]);
  });

  it("can use the same student ID again after an outage at the provider", async () => {
    expectConsoleError(/The provider is down/);
    const email = newEmail();
    const payload = await studentPayload(academy, email);
    proxy.setIntercept(async ({ path }) => (path === SESSIONS ? DOWN : undefined));
    expect(await checkout(payload)).toMatchObject({
      status: 502,
      body: { code: "payment_provider", error: "Failed to create checkout session" },
    });
    expect(await ordersOf(email)).toEqual(ABANDONED);
    proxy.setIntercept();
    expect((await checkout(payload)).status).toBe(200);
  });
});

it("a discount code that cannot be looked up is reported as a provider error, not as invalid (S-097)", async () => {
  expectConsoleError(/The provider is down/);
  proxy.setIntercept(async () => DOWN);
  const reply = await academy.call("validate-discount-code", { code: "ANY" });
  expect(reply).toMatchObject({
    status: 502,
    body: { valid: false, error: "Failed to validate discount code", code: "payment_provider" },
  });
});
