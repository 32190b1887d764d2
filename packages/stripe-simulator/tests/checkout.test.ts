import { expect, test } from "vitest";
import { makeSession, pay, startReceiver, startSimulator, WEBHOOK_SECRET } from "./support/simulator.ts";

const HOUR_MS = 3_600_000;

test("a session can be expired on request only once", async () => {
  const { stripe } = await startSimulator();
  const session = await makeSession(stripe);
  expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: "expired", url: null });
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toThrow(
    'Only Checkout Sessions with a status in ["open"]',
  );
  const page = await fetch(session.url ?? "");
  expect(page.status).toBe(410);
  expect(await page.text()).toContain("This page has expired");
  expect((await pay(session.url ?? "")).status).toBe(410);
});

test("a session expires automatically and the site receives an event", async () => {
  let ahead = 0;
  const receiver = await startReceiver();
  const webhook = { url: receiver.url, secret: WEBHOOK_SECRET };
  const { stripe } = await startSimulator({ webhook }, () => Date.now() + ahead);
  const session = await makeSession(stripe);
  ahead = 25 * HOUR_MS;
  const all = await receiver.until((events) =>
    events.some((each) => each.type === "checkout.session.expired"),
  );
  expect(JSON.parse(all.at(-1)?.body ?? "").data.object).toMatchObject({ id: session.id, status: "expired" });
});
