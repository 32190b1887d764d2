import { expect, test } from "vitest";
import { browserPages } from "./support/browserPages.ts";
import { makeSession, pay, startSimulator } from "./support/simulator.ts";

const openPage = browserPages();

test("a developer refunds part of a payment, disputes the rest and decides the dispute in the dashboard", async () => {
  const { stripe, url } = await startSimulator();
  const session = await makeSession(stripe);
  await pay(session.url ?? "");
  const { page } = await openPage();
  await page.goto(url);
  await page.getByText("Refund or dispute").click();
  await page.getByLabel("Part, in GBP").fill("70");
  await page.getByRole("button", { name: "Refund partly" }).click();
  await page.getByText("Refund amount (£70.00) is greater than unrefunded amount").waitFor();
  await page.getByRole("link", { name: "Back to the dashboard" }).click();
  await page.getByText("Refund or dispute").click();
  await page.getByLabel("Part, in GBP").fill("12.34");
  await page.getByRole("button", { name: "Refund partly" }).click();
  await page.getByText("succeeded, £12.34 refunded").waitFor();
  await page.getByText("Refund or dispute").click();
  await page.getByRole("button", { name: "Dispute as fraudulent" }).click();
  await page.getByRole("button", { name: "Close as won" }).click();
  await page.getByText("Refund or dispute").click();
  await page.getByRole("button", { name: "Refund in full: £47.66" }).click();
  await page.getByText("succeeded, £60.00 refunded, disputed").waitFor();
  const [dispute] = (await stripe.disputes.list()).data;
  expect(dispute).toMatchObject({ amount: 4766, status: "won" });
});

test("the dashboard can offer bank debits, and let one succeed and one fail", async () => {
  const { stripe, url } = await startSimulator();
  const { page } = await openPage();
  await page.goto(url);
  await page.getByRole("button", { name: "Adaptive Pricing", pressed: true }).click();
  await page.getByRole("button", { name: "Adaptive Pricing", pressed: false }).waitFor();
  await page.getByRole("button", { name: "Bacs Direct Debit", pressed: false }).click();
  await page.getByRole("button", { name: "Bacs Direct Debit", pressed: true }).waitFor();
  for (const [name, status] of [
    ["Pay now", "paid"],
    ["Fail now", "unpaid"],
  ] as const) {
    const session = await makeSession(stripe);
    expect(session.adaptive_pricing).toEqual({ enabled: false });
    await page.goto(session.url ?? "");
    await page.getByLabel("Payment method").selectOption("Bacs Direct Debit");
    await page.getByLabel("Email").fill("buyer@example.com");
    await page.getByLabel("Sort code").fill("10-88-00");
    await page.getByLabel("Account number").fill("00012345");
    await page.getByLabel("Name on card").fill("Test Buyer");
    await page.route("http://localhost:3000/**", (route) => route.fulfill({ body: "Back in the shop" }));
    await page.getByRole("button", { name: "Pay £60.00" }).click();
    await page.getByText("Back in the shop").waitFor();
    await page.goto(url);
    await page.getByRole("button", { name }).click();
    await page.getByRole("button", { name }).waitFor({ state: "detached" });
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe(status);
  }
});

test("the dashboard can duplicate, delay and lose webhook events", async () => {
  const { url } = await startSimulator();
  const { page } = await openPage();
  await page.goto(url);
  for (const name of ["Send each event twice", "Delay by 30 seconds", "Lose the next event"]) {
    await page.getByRole("button", { name, pressed: false }).click();
    await page.getByRole("button", { name, pressed: true }).waitFor();
  }
  const settings = async () => await (await fetch(`${url}/_sim/webhooks`)).json();
  expect(await settings()).toMatchObject({ copies: 2, delay_ms: 30_000, lose: { next: 1 } });
  for (const name of ["Send each event twice", "Delay by 30 seconds", "Lose the next event"]) {
    await page.getByRole("button", { name, pressed: true }).click();
    await page.getByRole("button", { name, pressed: false }).waitFor();
  }
  expect(await settings()).toMatchObject({ copies: 1, delay_ms: 0, lose: null });
});

test("a developer holds events and resends one in the dashboard", async () => {
  const { stripe, url } = await startSimulator({
    webhook: { url: "http://127.0.0.1:9/", secret: "whsec_x" },
  });
  await stripe.customers.create({});
  const { page } = await openPage();
  await page.goto(url);
  await page.getByRole("button", { name: "Hold" }).click();
  await page.getByText("Events are held").waitFor();
  await page.getByRole("button", { name: "Send again: customer.created" }).click();
  await page.getByText("Events are held").waitFor();
  const state = await (await fetch(`${url}/_sim/webhooks`)).json();
  expect(state).toMatchObject({ mode: "hold", deliveries: [{ state: "pending" }, { state: "pending" }] });
});
