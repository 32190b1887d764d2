import Stripe from "stripe";
import { expect, test } from "vitest";
import { CARD, makeSession, pay, SECRET_KEY, startSimulator, stripeFor } from "./support/simulator.ts";

/** Sends a form like any client, without the package's types. */
async function send(
  url: string,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const reply = await fetch(`${url}/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${SECRET_KEY}`, ...headers },
    body: new URLSearchParams(form),
  });
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
}

test("an unknown API key is rejected with Stripe's error", async () => {
  const { url } = await startSimulator();
  const refused = stripeFor(url, "sk_test_somebody_else_9999").customers.list();
  await expect(refused).rejects.toThrow(Stripe.errors.StripeAuthenticationError);
  await expect(refused).rejects.toMatchObject({
    statusCode: 401,
    message: /^Invalid API Key provided: sk_test_\*+9999$/,
  });
  const without = await fetch(`${url}/v1/customers`);
  expect(without.status).toBe(401);
  expect(await without.json()).toMatchObject({ error: { message: /^You did not provide an API key/ } });
});

test("every response contains its request id and API version", async () => {
  const { stripe } = await startSimulator();
  const { lastResponse } = await stripe.customers.list();
  expect(lastResponse.requestId).toMatch(/^req_/);
  expect(lastResponse.apiVersion).toBe(Stripe.API_VERSION);
});

test.each([
  [
    "/customers",
    { foo: "1" },
    {
      code: "parameter_unknown",
      param: "foo",
      message: expect.stringContaining("Received unknown parameter: foo. The payment simulator"),
    },
  ],
  ["/products", {}, { code: "parameter_missing", param: "name", message: "Missing required param: name." }],
  ["/customers", { email: "nobody" }, { code: "email_invalid", message: "Invalid email address: nobody" }],
  ["/products", { name: "a", active: "yes" }, { param: "active", message: "Invalid boolean: yes" }],
  ["/customers", { "metadata[a][b]": "x" }, { param: "metadata[a]", message: "Invalid string" }],
  [
    "/prices",
    { product: "p", currency: "gbp", unit_amount: "1.5" },
    { code: "parameter_invalid_integer", message: "Invalid integer: 1.5" },
  ],
  [
    "/prices",
    { product: "p", currency: "gbp", unit_amount: "1" },
    { code: "resource_missing", param: "product", message: "No such product: 'p'" },
  ],
  [
    "/checkout/sessions",
    {
      mode: "gift",
      success_url: "https://example.com",
      "line_items[0][price]": "x",
      "line_items[0][quantity]": "1",
    },
    { param: "mode", message: "Invalid mode: must be one of payment or subscription" },
  ],
  ["/checkout/sessions", { "line_items[0][zip]": "x" }, { param: "line_items[0][zip]" }],
])("a POST to %s with %j is rejected with Stripe's error shape", async (path, form, error) => {
  const { url } = await startSimulator();
  const { status, body } = await send(url, path, { ...form });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ type: "invalid_request_error", ...error });
});

test("a missing object and an unknown path are answered with 404", async () => {
  const { stripe } = await startSimulator();
  await expect(stripe.customers.retrieve("cus_none")).rejects.toMatchObject({
    statusCode: 404,
    code: "resource_missing",
    message: "No such customer: 'cus_none'",
  });
  await expect(stripe.payouts.list()).rejects.toMatchObject({
    statusCode: 404,
    message: /^Unrecognized request URL \(GET: \/v1\/payouts\)/,
  });
});

test("lists are paged, newest first", async () => {
  const { stripe } = await startSimulator();
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) made.unshift((await stripe.customers.create({})).id);
  const all: string[] = [];
  for await (const each of stripe.customers.list({ limit: 2 })) all.push(each.id);
  expect(all).toEqual(made);
});

test("metadata is merged: an empty value deletes its key, and an empty string in place of the object deletes every key", async () => {
  const { stripe } = await startSimulator();
  const { id } = await stripe.customers.create({ metadata: { a: "1", b: "2" } });
  expect((await stripe.customers.update(id, { metadata: { b: "", c: "3" } })).metadata).toEqual({
    a: "1",
    c: "3",
  });
  expect((await stripe.customers.update(id, { metadata: "" })).metadata).toEqual({});
});

test("an update changes only the named fields, unsets empty ones, and emits their previous values", async () => {
  const { stripe } = await startSimulator();
  const { id } = await stripe.customers.create({ name: "First", phone: "1" });
  expect(await stripe.customers.update(id, { name: "Second", phone: "" })).toMatchObject({
    name: "Second",
    phone: null,
  });
  const { data } = await stripe.events.list({ type: "customer.updated" });
  expect(data[0]?.data).toMatchObject({
    object: { name: "Second" },
    previous_attributes: { name: "First", phone: "1" },
  });
});

test("a deleted customer is shown as deleted and left out of lists", async () => {
  const { stripe } = await startSimulator();
  const { id } = await stripe.customers.create({});
  expect(await stripe.customers.del(id)).toMatchObject({ id, object: "customer", deleted: true });
  expect(await stripe.customers.retrieve(id)).toMatchObject({ deleted: true });
  expect((await stripe.customers.list()).data).toEqual([]);
});

test("expansion works to four levels and rejects fields that cannot be expanded", async () => {
  const { stripe } = await startSimulator();
  const session = await makeSession(stripe);
  await pay(session.url ?? "");
  const plain = await stripe.checkout.sessions.retrieve(session.id);
  expect(plain.payment_intent).toMatch(/^pi_/);
  expect(plain).not.toHaveProperty("line_items");
  const full = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["line_items.data.price.product", "payment_intent.latest_charge", "total_details.breakdown"],
  });
  expect(full).toMatchObject({
    line_items: { data: [{ price: { product: { object: "product" } } }] },
    payment_intent: { latest_charge: { object: "charge", amount: 6000 } },
    total_details: { breakdown: { taxes: [{ amount: 1000, rate: { percentage: 20 } }] } },
  });
  expect(full.line_items?.data[0]).not.toHaveProperty("taxes");
  const retrieve = (path: string) => stripe.checkout.sessions.retrieve(session.id, { expand: [path] });
  await expect(retrieve("customer_email")).rejects.toThrow(
    "This property cannot be expanded (customer_email).",
  );
  await expect(retrieve("payment_intent.amount")).rejects.toThrow("(payment_intent.amount)");
  await expect(retrieve("a.b.c.d.e")).rejects.toThrow("You cannot expand more than 4 levels of a property");
  await expect(stripe.checkout.sessions.list({ expand: ["customer"] })).rejects.toThrow(
    "expanding 'data.customer'",
  );
});

test("a repeated request with the same idempotency key returns the first response and changes nothing", async () => {
  const { url, stripe } = await startSimulator();
  const key = { "idempotency-key": "order-1" };
  const first = await send(url, "/customers", { name: "Buyer", email: CARD.email }, key);
  const again = await send(url, "/customers", { email: CARD.email, name: "Buyer" }, key);
  expect(again.body).toEqual(first.body);
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect((await stripe.customers.list()).data).toHaveLength(1);
});

test("an idempotency key from another request is rejected, but one from an invalid request can be reused", async () => {
  const { url, stripe } = await startSimulator();
  const idempotencyKey = "order-2";
  expect((await send(url, "/customers", { foo: "1" }, { "idempotency-key": idempotencyKey })).status).toBe(
    400,
  );
  await stripe.customers.create({ name: "One" }, { idempotencyKey });
  const other = stripe.customers.create({ name: "Two" }, { idempotencyKey });
  await expect(other).rejects.toThrow(Stripe.errors.StripeIdempotencyError);
  await expect(other).rejects.toThrow(
    "Keys for idempotent requests can only be used with the same parameters",
  );
  await expect(stripe.products.create({ name: "One" }, { idempotencyKey })).rejects.toThrow("same endpoint");
});

test("the error from an executed request is also stored for its idempotency key", async () => {
  const { url, stripe } = await startSimulator();
  const form = { product: "academy_late", currency: "gbp", unit_amount: "100" };
  const key = { "idempotency-key": "price-1" };
  expect((await send(url, "/prices", form, key)).status).toBe(400);
  await stripe.products.create({ id: "academy_late", name: "Late" });
  const again = await send(url, "/prices", form, key);
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([400, "true"]);
});

test("a failed request leaves no objects or events behind", async () => {
  const { stripe } = await startSimulator();
  await expect(stripe.customers.create({ expand: ["name"] })).rejects.toThrow("cannot be expanded");
  expect((await stripe.customers.list()).data).toEqual([]);
  expect((await stripe.events.list()).data).toEqual([]);
});
