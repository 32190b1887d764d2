import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startStripeSimulator } from "../src/index.ts";
import { buyPlan, chargesOf, limitToThree, makePlanSession, startBilling } from "./support/billing.ts";
import { control, SECRET_KEY, stripeFor } from "./support/simulator.ts";

const START = Date.UTC(2027, 0, 31, 10) / 1000;

test("advancing the clock runs due steps in order and dates each event with its own time", async () => {
  const { stripe, advance } = await startBilling({ start: START });
  const subscription = await buyPlan(stripe);
  await limitToThree(stripe, subscription);
  const open = await makePlanSession(stripe);
  await advance({ months: 3 });
  const events = (await stripe.events.list({ limit: 100 })).data.reverse();
  const dates = events.map((each) => each.created);
  expect(dates).toEqual([...dates].sort((a, b) => a - b));
  const days = events
    .filter((each) =>
      ["invoice.paid", "checkout.session.expired", "customer.subscription.deleted"].includes(each.type),
    )
    .map((each) => [each.type, new Date(each.created * 1000).toISOString().slice(0, 13)]);
  expect(days).toEqual([
    ["invoice.paid", "2027-01-31T10"],
    ["checkout.session.expired", "2027-02-01T10"],
    ["invoice.paid", "2027-02-28T11"],
    ["invoice.paid", "2027-03-31T11"],
    ["customer.subscription.deleted", "2027-04-30T10"],
  ]);
  expect((await stripe.checkout.sessions.retrieve(open.id)).status).toBe("expired");
});

test("a month and a day later, a plan that was bought after the clock had advanced is charged, also at the end of a month", async () => {
  const { stripe, advance } = await startBilling({ start: Date.UTC(2027, 10, 25, 10) / 1000 });
  await advance({ days: 66 });
  await advance({ months: 2 });
  const subscription = await buyPlan(stripe); // on 30 March; the next payment is due on 30 April
  await advance({ months: 1, days: 1 });
  const { data } = await stripe.invoices.list({ subscription: subscription.id });
  expect(data.map((each) => each.status)).toEqual(["paid", "paid"]);
});

test("after a restart the simulated date is unchanged, and steps that are still due run", async () => {
  const folder = await mkdtemp(join(tmpdir(), "simulator-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const options = {
    port: 0,
    host: "127.0.0.1",
    dataFile: join(folder, "state.json"),
    secretKey: SECRET_KEY,
    webhook: null,
    siteName: "Test academy",
  };
  const before = await startStripeSimulator(options, () => START * 1000);
  const subscription = await buyPlan(stripeFor(before.url));
  await limitToThree(stripeFor(before.url), subscription);
  await control(before.url, "/advance", { months: 1 });
  await before.close();
  const after = await startStripeSimulator(options, () => START * 1000);
  onTestFinished(() => after.close());
  const stripe = stripeFor(after.url);
  const clock = await (await fetch(`${after.url}/_sim/clock`)).json();
  expect(clock).toEqual({ now: Date.UTC(2027, 1, 28, 11) / 1000, secondsAhead: expect.any(Number) });
  const [invoice] = (await stripe.invoices.list()).data;
  expect(invoice?.hosted_invoice_url).toBe(`${after.url}/invoice/${invoice?.id}`);
  await control(after.url, "/advance", { months: 3 });
  expect(await chargesOf(stripe)).toEqual([2160, 2160, 2160]);
});

test("invalid advances of the clock are rejected", async () => {
  const { advance } = await startBilling();
  for (const body of [{ months: -1 }, { to: 0 }, { weeks: 1 }, { months: 1e9 }]) {
    expect((await advance(body)).status).toBe(400);
  }
});
