import type Stripe from "stripe";
import { expect, test } from "vitest";
import { buyPlan, chargesOf, idOf, limitToThree, openPortal, startBilling } from "./support/billing.ts";
import { pay } from "./support/simulator.ts";

const FAILS_ON_RENEWAL = "4000 0000 0000 7726";
const DAY_SECONDS = 24 * 60 * 60;

async function openInvoice(stripe: Stripe): Promise<Stripe.Invoice> {
  const [invoice] = (await stripe.invoices.list({ status: "open" })).data;
  if (!invoice) throw new Error("There is no open invoice");
  return invoice;
}

async function countOf(stripe: Stripe, type: string): Promise<number> {
  return (await stripe.events.list({ type, limit: 100 })).data.length;
}

test("a card that fails in month two is retried, and the past-due plan recovers with another card", async () => {
  const { stripe, advance } = await startBilling();
  const subscription = await buyPlan(stripe, {}, { cardNumber: FAILS_ON_RENEWAL });
  await limitToThree(stripe, subscription);
  await advance({ months: 1 });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("past_due");
  const invoice = await openInvoice(stripe);
  const finalised = invoice.status_transitions.finalized_at ?? 0;
  expect(invoice).toMatchObject({
    attempt_count: 1,
    attempted: true,
    amount_remaining: 2160,
    next_payment_attempt: finalised + 3 * DAY_SECONDS,
    hosted_invoice_url: expect.stringContaining(`/invoice/${invoice.id}`),
  });
  expect(await countOf(stripe, "invoice.payment_failed")).toBe(1);
  expect((await stripe.customers.retrieve(idOf(subscription.customer))) as Stripe.Customer).toMatchObject({
    delinquent: true,
  });
  await advance({ days: 4 });
  expect(await openInvoice(stripe)).toMatchObject({ attempt_count: 2 });
  const portal = await openPortal(stripe, idOf(subscription.customer));
  expect((await pay(`${portal.url}/card`)).status).toBe(303);
  expect((await stripe.invoices.retrieve(invoice.id)).status).toBe("open");
  expect((await pay(`${portal.url}/pay/${invoice.id}`)).status).toBe(303);
  expect((await stripe.invoices.retrieve(invoice.id)).status).toBe("paid");
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  expect(await countOf(stripe, "invoice.payment_failed")).toBe(2);
  expect(await chargesOf(stripe)).toEqual([2160, 2160]);
  await advance({ months: 3 });
  expect(await chargesOf(stripe)).toEqual([2160, 2160, 2160]);
});

test("the overview lists sessions, payments, subscriptions, invoices and events", async () => {
  const { stripe, url } = await startBilling();
  const { id, latest_invoice: invoice } = await buyPlan(
    stripe,
    {},
    { billingName: "<script>alert(1)</script>" },
  );
  const [charge] = (await stripe.charges.list()).data;
  const page = await (await fetch(url)).text();
  for (const text of [id, idOf(invoice), charge?.id ?? "", "buyer@example.com", "invoice.paid"]) {
    expect(page).toContain(text);
  }
  expect(page).not.toContain("<script");
});
