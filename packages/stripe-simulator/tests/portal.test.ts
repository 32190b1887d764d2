import { expect, test } from "vitest";
import { buyPlan, idOf, openPortal, startBilling } from "./support/billing.ts";
import { pay } from "./support/simulator.ts";

const textOf = async (url: string) => await (await fetch(url)).text();

test("the portal shows the plan, the card, the invoices and a link back to the site", async () => {
  const { stripe } = await startBilling();
  const subscription = await buyPlan(stripe);
  const portal = await openPortal(stripe, idOf(subscription.customer));
  const page = await textOf(portal.url);
  for (const text of [
    "AI Fluency in 30 Days",
    "Next payment on 15 February 2027.",
    "visa ending in 4242",
    "£21.60",
    "-0001",
    'href="http://localhost:3000/academy/dashboard"',
  ]) {
    expect(page).toContain(text);
  }
});

test("a replacement card becomes the default for customer and plan, and a declined card changes nothing", async () => {
  const { stripe } = await startBilling();
  const subscription = await buyPlan(stripe);
  const portal = await openPortal(stripe, idOf(subscription.customer));
  const refused = await pay(`${portal.url}/card`, { cardNumber: "4000 0000 0000 0002" });
  expect([refused.status, refused.html.includes("Your card was declined.")]).toEqual([402, true]);
  expect((await pay(`${portal.url}/card`, { cardNumber: "" })).status).toBe(422);
  expect((await stripe.subscriptions.retrieve(subscription.id)).default_payment_method).toBe(
    subscription.default_payment_method,
  );
  await pay(`${portal.url}/card`, { cardNumber: "5555 5555 5555 4444" });
  const { default_payment_method: card } = await stripe.subscriptions.retrieve(subscription.id);
  expect(card).not.toBe(subscription.default_payment_method);
  expect(await stripe.customers.retrieve(idOf(subscription.customer))).toMatchObject({
    invoice_settings: { default_payment_method: card },
  });
  expect(await textOf(portal.url)).toContain("mastercard ending in 4444");
});

test("a portal session cannot pay another customer's invoice, and it expires", async () => {
  const { stripe, advance } = await startBilling();
  const mine = await buyPlan(stripe);
  await buyPlan(stripe, {}, { cardNumber: "4000 0000 0000 7726" });
  await advance({ months: 1 });
  const [owed] = (await stripe.invoices.list({ status: "open" })).data;
  const portal = await openPortal(stripe, idOf(mine.customer));
  expect(await textOf(portal.url)).not.toContain(owed?.number);
  expect((await pay(`${portal.url}/pay/${owed?.id}`)).status).toBe(303);
  expect((await stripe.invoices.retrieve(owed?.id ?? "")).attempt_count).toBe(1);
  await advance({ days: 1 });
  const page = await fetch(portal.url);
  expect([page.status, (await page.text()).includes("has expired")]).toEqual([410, true]);
});

test("a portal session without a configuration is rejected, as in a new Stripe account", async () => {
  const { stripe } = await startBilling();
  const { id } = await stripe.customers.create({});
  await expect(stripe.billingPortal.sessions.create({ customer: id })).rejects.toThrow(
    "No configuration provided",
  );
  const made = await stripe.billingPortal.configurations.create({
    features: { invoice_history: { enabled: true } },
    metadata: { kind: "plans" },
  });
  const changed = await stripe.billingPortal.configurations.update(made.id, {
    features: { payment_method_update: { enabled: true } },
  });
  expect(changed.features).toMatchObject({
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
  });
  expect((await stripe.billingPortal.configurations.list({ active: true })).data).toMatchObject([
    { metadata: { kind: "plans" } },
  ]);
});
