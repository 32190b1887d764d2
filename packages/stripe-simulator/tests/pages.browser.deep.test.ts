import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, onTestFinished, test } from "vitest";
import { buyPlan, idOf, makePlanSession, openPortal, startBilling } from "./support/billing.ts";
import { browserPages } from "./support/browserPages.ts";
import { CARD, makeSession, pay, startSimulator } from "./support/simulator.ts";

const openPage = browserPages();

/** A shop on a separate origin, like the academy. */
async function startShop(): Promise<string> {
  const server = createServer((_request, response) => {
    response
      .setHeader("content-type", "text/html")
      .end("<!doctype html><title>Shop</title><h1>Thank you</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()));
  // `address()` is a pipe name or null only for servers that do not listen on a port.
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

async function fillCard(page: Page, cardNumber: string): Promise<void> {
  await page.getByLabel("Card number").fill(cardNumber);
  await page.getByLabel("Expiry").fill(CARD.cardExpiry);
  await page.getByLabel("CVC").fill(CARD.cardCvc);
  await page.getByLabel("Name on card").fill(CARD.billingName);
  await page.getByLabel("Postcode").fill(CARD.billingPostalCode);
}

test("a buyer without JavaScript pays £60.00, authenticates and returns to the shop without violating the page's policy", async () => {
  const { stripe } = await startSimulator();
  const shop = await startShop();
  const session = await makeSession(stripe, {
    customer_email: "buyer@example.com",
    success_url: `${shop}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shop}/checkout`,
  });
  const { page, complaints } = await openPage();
  await page.goto(session.url ?? "");
  await expect(page.textContent("body")).resolves.toMatch(
    /Subtotal\s*£50\.00\s*VAT \(20%\)\s*£10\.00\s*Total due\s*£60\.00/,
  );
  expect(await page.textContent("body")).toContain("Test mode — no real card is charged");
  expect(await page.getByLabel("Email").inputValue()).toBe("buyer@example.com");
  expect(await page.getByRole("link", { name: "Back to Test academy" }).getAttribute("href")).toBe(
    `${shop}/checkout`,
  );
  await fillCard(page, "4000 0000 0000 0002");
  await page.getByRole("button", { name: "Pay £60.00" }).click();
  await page.getByRole("alert").getByText("Your card was declined.").waitFor();
  await fillCard(page, "4000 0025 0000 3155");
  await page.getByRole("button", { name: "Pay £60.00" }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  expect(page.url()).toBe(`${shop}/payment-success?session_id=${session.id}`);
  expect(complaints).toEqual([]);
});

test.each([
  { width: 320, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
] as const)(
  "every page is accessible and fits at $width px, $colorScheme",
  async ({ width, colorScheme }) => {
    const { stripe, url, advance } = await startBilling();
    const subscription = await buyPlan(stripe, {}, { cardNumber: "4000 0000 0000 7726" });
    await advance({ months: 1 });
    const [invoice] = (await stripe.invoices.list({ status: "open" })).data;
    const portal = await openPortal(stripe, idOf(subscription.customer), {
      subscription_cancel: { enabled: true },
    });
    const { id: coupon } = await stripe.coupons.create({ percent_off: 10, name: "Welcome" });
    const open = await makeSession(stripe, { discounts: [{ coupon }] });
    const waiting = await makeSession(stripe);
    await pay(waiting.url ?? "", { cardNumber: "4000 0025 0000 3155" });
    const expired = await makeSession(stripe);
    await stripe.checkout.sessions.expire(expired.id);
    // Axe needs scripts, and permission to bypass the page's policy.
    const { page, complaints } = await openPage({
      viewport: { width, height: 800 },
      colorScheme,
      javaScriptEnabled: true,
      bypassCSP: true,
    });
    const check = async (name: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((each) => `${name}: ${each.id} ${each.nodes.map((node) => node.html)}`)).toEqual(
        [],
      );
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name).toBe(true);
    };
    for (const address of [
      (await makePlanSession(stripe)).url ?? "",
      `${waiting.url}/authenticate`,
      expired.url ?? "",
      invoice?.hosted_invoice_url ?? "",
      portal.url,
      `${portal.url}/card`,
      url,
      open.url ?? "",
    ]) {
      await page.goto(address);
      await check(address);
    }
    await page.getByRole("button", { name: "Pay £54.00" }).click();
    await check("faults");
    expect(complaints).toEqual([]);
  },
);
