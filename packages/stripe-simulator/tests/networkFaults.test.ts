import type Stripe from "stripe";
import { expect, test } from "vitest";
import {
  control,
  type Received,
  startReceiver,
  startSimulator,
  WEBHOOK_SECRET,
} from "./support/simulator.ts";

/** A simulator that sends to a receiver over a network without faults. */
async function start() {
  const receiver = await startReceiver();
  const simulator = await startSimulator({ webhook: { url: receiver.url, secret: WEBHOOK_SECRET } });
  return { receiver, ...simulator };
}

/** Three events in this order. */
async function makeThree(stripe: Stripe): Promise<void> {
  await stripe.customers.create({});
  await stripe.products.create({ name: "Course" });
  await stripe.coupons.create({ percent_off: 10 });
}

const types = (received: Received[]) => received.map((each) => each.type);

test.each([
  ["oldest", "forwards", ["customer.created", "product.created", "coupon.created"]],
  ["newest", "backwards", ["coupon.created", "product.created", "customer.created"]],
])("held events can be released %s first, one after the other", async (_, order, expected) => {
  const { stripe, url, receiver } = await start();
  expect(await (await control(url, "/webhooks", { mode: "hold" })).json()).toEqual({ mode: "hold" });
  await makeThree(stripe);
  expect(receiver.received).toEqual([]);
  expect(await (await control(url, "/webhooks/release", { order })).json()).toEqual({ sent: 3 });
  expect(types(receiver.received)).toEqual(expected);
});

test("chosen events can be released while the others stay held", async () => {
  const { stripe, url, receiver } = await start();
  await control(url, "/webhooks", { mode: "hold" });
  await makeThree(stripe);
  const [coupon] = (await stripe.events.list({ type: "coupon.created" })).data;
  await control(url, "/webhooks/release", { order: [coupon?.id, "customer.created"] });
  expect(types(receiver.received)).toEqual(["coupon.created", "customer.created"]);
  const missing = await control(url, "/webhooks/release", { order: ["customer.created"] });
  expect([missing.status, await missing.json()]).toEqual([
    409,
    { error: "Nothing is held of customer.created" },
  ]);
  await control(url, "/webhooks", { mode: "deliver" });
  expect(types(await receiver.until((all) => all.length === 3)).at(-1)).toBe("product.created");
});

test("the simulator can send every event twice with the same id", async () => {
  const { stripe, url, receiver } = await start();
  await control(url, "/webhooks", { copies: 2 });
  await stripe.customers.create({});
  const all = await receiver.until((events) => events.length === 2);
  expect(all[1]?.id).toBe(all[0]?.id);
  await control(url, "/webhooks", { copies: 1 });
  await stripe.products.create({ name: "Course" });
  await receiver.until((events) => events.length === 3);
  expect(receiver.received.at(-1)?.type).toBe("product.created");
});

test("the simulator can lose a given number of events and then delivers again", async () => {
  const { stripe, url, receiver } = await start();
  await control(url, "/webhooks", { lose: { next: 2 } });
  await makeThree(stripe);
  await stripe.coupons.create({ percent_off: 20 });
  expect(types(await receiver.until((all) => all.length === 2))).toEqual([
    "coupon.created",
    "coupon.created",
  ]);
  expect(await (await fetch(`${url}/_sim/webhooks`)).json()).toMatchObject({ lose: null });
});

test("the simulator can lose every event of a type until the network recovers", async () => {
  const { stripe, url, receiver } = await start();
  await control(url, "/webhooks", { lose: { next: null, types: ["customer.created"] } });
  await stripe.customers.create({});
  await makeThree(stripe);
  await receiver.until((all) => all.length === 2);
  await control(url, "/webhooks", { lose: null });
  await stripe.customers.create({});
  const all = await receiver.until((events) => events.length === 3);
  expect(types(all).toSorted()).toEqual(["coupon.created", "customer.created", "product.created"]);
});

test("a delayed event arrives after a later one", async () => {
  const { stripe, url, receiver } = await start();
  await control(url, "/webhooks", { delay_ms: 400 });
  await stripe.customers.create({});
  await control(url, "/webhooks", { delay_ms: 0 });
  await stripe.products.create({ name: "Course" });
  expect(types(await receiver.until((all) => all.length === 2))).toEqual([
    "product.created",
    "customer.created",
  ]);
});

test("invalid webhook settings are rejected and change nothing", async () => {
  const { url } = await start();
  const nonsense = [
    { copies: 0 },
    { delay_ms: -1 },
    { lose: { next: 0 } },
    { speed: 1 },
    { mode: "explode" },
  ];
  for (const body of nonsense) expect((await control(url, "/webhooks", body)).status).toBe(400);
  expect((await control(url, "/webhooks/release", { order: "sideways" })).status).toBe(400);
  const settings = await (await fetch(`${url}/_sim/webhooks`)).json();
  expect(settings).toMatchObject({ mode: "deliver", copies: 1, lose: null, delay_ms: 0 });
});
