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

test("an event is retried until the receiver accepts it", async () => {
  const receiver = await startReceiver((nth) => (nth === 1 ? 500 : nth === 2 ? 301 : 200));
  const { stripe } = await startSimulator({ webhook: { url: receiver.url, secret: WEBHOOK_SECRET } });
  await stripe.customers.create({});
  const all = await receiver.until((events) => events.length === 3);
  expect(new Set(all.map((each) => each.id)).size).toBe(1);
  await expect.poll(async () => (await stripe.events.retrieve(all[0]?.id ?? "")).pending_webhooks).toBe(0);
  expect((await stripe.events.list({ delivery_success: true })).data).toHaveLength(1);
});

test("events can be lost by type, sent twice, held and released in any order", async () => {
  const receiver = await startReceiver();
  const { stripe, url } = await startSimulator({ webhook: { url: receiver.url, secret: WEBHOOK_SECRET } });
  expect((await control(url, "/webhooks", { copies: 0 })).status).toBe(400);
  await control(url, "/webhooks", { mode: "hold", copies: 2, lose: ["coupon.created"] });
  await stripe.customers.create({});
  await stripe.coupons.create({ percent_off: 10 });
  await stripe.products.create({ name: "Course" });
  expect(receiver.received).toEqual([]);
  const release = (order: unknown) => control(url, "/webhooks/release", { order });
  expect(await (await release(["product.created"])).json()).toEqual({ sent: 1 });
  expect((await release(["coupon.created"])).status).toBe(409);
  expect(await (await release("backwards")).json()).toEqual({ sent: 3 });
  expect(receiver.received.map(({ type }) => type)).toEqual([
    "product.created",
    "product.created",
    "customer.created",
    "customer.created",
  ]);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
});

test("an additional endpoint receives the event types it subscribed to, signed with its own secret", async () => {
  const receiver = await startReceiver();
  const { stripe } = await startSimulator();
  const endpoint = await stripe.webhookEndpoints.create({
    url: receiver.url,
    enabled_events: ["product.created"],
  });
  expect(endpoint.secret).toMatch(/^whsec_/);
  expect((await stripe.webhookEndpoints.list()).data[0]).not.toHaveProperty("secret");
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
