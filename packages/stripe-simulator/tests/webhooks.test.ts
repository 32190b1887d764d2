import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startStripeSimulator } from "../src/index.ts";
import {
  control,
  makeSession,
  pay,
  SECRET_KEY,
  startReceiver,
  startSimulator,
  stripeFor,
  WEBHOOK_SECRET,
} from "./support/simulator.ts";

async function stateFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "simulator-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "state.json");
}

const COMPLETED = "checkout.session.completed";

test("a payment sends the site a signed event that the package accepts", async () => {
  const receiver = await startReceiver();
  const { stripe } = await startSimulator({ webhook: { url: receiver.url, secret: WEBHOOK_SECRET } });
  const session = await makeSession(stripe);
  await pay(session.url ?? "");
  const all = await receiver.until((events) => events.some((each) => each.type === COMPLETED));
  const { body, signature } = all.find((each) => each.type === COMPLETED) ?? { body: "", signature: "" };
  const event = await stripe.webhooks.constructEventAsync(body, signature, WEBHOOK_SECRET);
  expect(event).toMatchObject({ object: "event", type: COMPLETED, livemode: false, request: { id: null } });
  expect(event.data.object).toEqual(
    JSON.parse(JSON.stringify(await stripe.checkout.sessions.retrieve(session.id))),
  );
  expect((await stripe.events.retrieve(event.id)).type).toBe(COMPLETED);
  await expect(stripe.webhooks.constructEventAsync(`${body} `, signature, WEBHOOK_SECRET)).rejects.toThrow();
});

test("an event contains a snapshot and the id of the request that caused it", async () => {
  const { stripe } = await startSimulator();
  const customer = await stripe.customers.create({ name: "Before" }, { idempotencyKey: "key-1" });
  await stripe.customers.update(customer.id, { name: "After" });
  const { data } = await stripe.events.list({ types: ["customer.created"] });
  expect(data).toMatchObject([
    {
      data: { object: { name: "Before" } },
      request: { id: customer.lastResponse.requestId, idempotency_key: "key-1" },
    },
  ]);
});

test("an event is retried until the receiver accepts it", async () => {
  const receiver = await startReceiver((nth) => (nth === 1 ? 500 : nth === 2 ? 301 : 200));
  const { stripe } = await startSimulator({ webhook: { url: receiver.url, secret: WEBHOOK_SECRET } });
  await stripe.customers.create({});
  const all = await receiver.until((events) => events.length === 3);
  expect(new Set(all.map((each) => each.id)).size).toBe(1);
  await expect.poll(async () => (await stripe.events.retrieve(all[0]?.id ?? "")).pending_webhooks).toBe(0);
  expect((await stripe.events.list({ delivery_success: true })).data).toHaveLength(1);
});

test("a buyer does not wait for a shop that does not respond", async () => {
  const { stripe } = await startSimulator({
    webhook: { url: "http://127.0.0.1:9/", secret: WEBHOOK_SECRET },
  });
  const session = await makeSession(stripe);
  expect((await pay(session.url ?? "")).status).toBe(303);
  const { data } = await stripe.events.list({ type: COMPLETED });
  expect(data).toMatchObject([{ pending_webhooks: 1 }]);
});

test("a dropped event never arrives unless it is resent by hand", async () => {
  const receiver = await startReceiver();
  const { stripe, url } = await startSimulator({ webhook: { url: receiver.url, secret: WEBHOOK_SECRET } });
  await control(url, "/webhooks", { mode: "drop" });
  await stripe.customers.create({});
  await control(url, "/webhooks", { mode: "deliver" });
  await stripe.products.create({ name: "Course" });
  await receiver.until((events) => events.length === 1);
  expect(receiver.received).toMatchObject([{ type: "product.created" }]);
  const { data } = await stripe.events.list({ type: "customer.created" });
  expect((await control(url, "/events/evt_none/resend")).status).toBe(404);
  const resent = await control(url, `/events/${data[0]?.id}/resend`);
  expect(await resent.json()).toEqual({ deliveries: 1 });
  expect(await receiver.until((events) => events.length === 2)).toMatchObject([{}, { id: data[0]?.id }]);
});

test("an additional endpoint receives the event types it subscribed to, signed with its own secret", async () => {
  const receiver = await startReceiver();
  const { stripe } = await startSimulator();
  const endpoint = await stripe.webhookEndpoints.create({
    url: receiver.url,
    enabled_events: ["product.created"],
  });
  expect(endpoint.secret).toMatch(/^whsec_/);
  expect(await stripe.webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty("secret");
  await stripe.customers.create({});
  await stripe.products.create({ name: "Course" });
  const [event] = await receiver.until((events) => events.length === 1);
  const checked = await stripe.webhooks.constructEventAsync(
    event?.body ?? "",
    event?.signature ?? "",
    endpoint.secret ?? "",
  );
  expect(checked.type).toBe("product.created");
  expect(await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })).toMatchObject({
    status: "disabled",
  });
  expect(await stripe.webhookEndpoints.del(endpoint.id)).toMatchObject({ deleted: true });
  expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
});

test("the site's own webhook endpoint always exists", async () => {
  const { stripe } = await startSimulator({
    webhook: { url: "http://127.0.0.1:9/", secret: WEBHOOK_SECRET },
  });
  const { data } = await stripe.webhookEndpoints.list();
  expect(data).toMatchObject([{ url: "http://127.0.0.1:9/", enabled_events: ["*"] }]);
  await expect(stripe.webhookEndpoints.del(data[0]?.id ?? "")).rejects.toMatchObject({ statusCode: 400 });
});

test("a restart keeps objects, idempotency keys, open pages and pending events", async () => {
  const dataFile = await stateFile();
  const options = { port: 0, host: "127.0.0.1", dataFile, secretKey: SECRET_KEY, siteName: "Test academy" };
  const first = await startStripeSimulator({
    ...options,
    webhook: { url: "http://127.0.0.1:9/", secret: WEBHOOK_SECRET },
  });
  const before = stripeFor(first.url);
  const customer = await before.customers.create({ name: "Kept" }, { idempotencyKey: "key-1" });
  const session = await makeSession(before);
  await first.close();

  const receiver = await startReceiver();
  const { stripe, url } = await startSimulator({
    dataFile,
    webhook: { url: receiver.url, secret: WEBHOOK_SECRET },
  });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ name: "Kept" });
  expect((await stripe.customers.create({ name: "Kept" }, { idempotencyKey: "key-1" })).id).toBe(customer.id);
  const moved = await stripe.checkout.sessions.retrieve(session.id);
  expect(moved.url).toBe(`${url}/pay/${session.id}`);
  expect((await pay(moved.url ?? "")).status).toBe(303);
  const all = await receiver.until((events) => events.some((each) => each.type === COMPLETED));
  expect(all.map((each) => each.type)).toContain("customer.created");
});

test("a damaged state file is reported by name and not overwritten", async () => {
  const dataFile = await stateFile();
  await writeFile(dataFile, '{"version":1,"tab');
  await expect(startSimulator({ dataFile })).rejects.toThrow(dataFile);
});
