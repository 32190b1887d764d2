import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "vitest";
import { buyPlan, idOf, makePlanSession, openPortal, startBilling } from "./support/billing.ts";
import { browserPages } from "./support/browserPages.ts";
import { CARD } from "./support/simulator.ts";

const openPage = browserPages();
const FAILS_ON_RENEWAL = { cardNumber: "4000 0000 0000 7726" };

test("a customer whose payment failed replaces the card in the portal and pays, without JavaScript", async () => {
  const { stripe, advance } = await startBilling();
  const subscription = await buyPlan(stripe, {}, FAILS_ON_RENEWAL);
  await advance({ months: 1 });
  const portal = await openPortal(stripe, idOf(subscription.customer));
  const { page, complaints } = await openPage();
  await page.goto(portal.url);
  await page.getByText("A payment is overdue.").waitFor();
  await page.getByRole("link", { name: "Use another card" }).click();
  await page.getByLabel("Card number").fill(CARD.cardNumber);
  await page.getByLabel("Expiry").fill(CARD.cardExpiry);
  await page.getByLabel("CVC").fill(CARD.cardCvc);
  await page.getByLabel("Name on card").fill(CARD.billingName);
  await page.getByLabel("Postcode").fill(CARD.billingPostalCode);
  await page.getByRole("button", { name: "Save card" }).click();
  await page.getByText("visa ending in 4242").waitFor();
  await page.getByRole("button", { name: "Pay £21.60 now" }).click();
  await page.getByText("Next payment on 15 March 2027.").waitFor();
  expect(await page.getByText("overdue").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test.each([
  { width: 320, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
] as const)("every billing page is accessible and fits at $width px, $colorScheme", async (view) => {
  const { stripe, url, advance } = await startBilling();
  const subscription = await buyPlan(stripe, {}, FAILS_ON_RENEWAL);
  await advance({ months: 1 });
  const session = await makePlanSession(stripe);
  const portal = await openPortal(stripe, idOf(subscription.customer), {
    subscription_cancel: { enabled: true },
  });
  const [open] = (await stripe.invoices.list({ status: "open" })).data;
  // Axe needs scripts, and permission to bypass the page's policy.
  const { page } = await openPage({
    viewport: { width: view.width, height: 800 },
    colorScheme: view.colorScheme,
    javaScriptEnabled: true,
    bypassCSP: true,
  });
  for (const address of [
    session.url ?? "",
    portal.url,
    `${portal.url}/card`,
    open?.hosted_invoice_url ?? "",
    url,
  ]) {
    await page.goto(address);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map((each) => `${each.id} ${each.nodes.map((node) => node.html)}`),
      address,
    ).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address).toBe(true);
  }
});
