import { expect, type Page } from "@playwright/test";
import { test } from "./support/academyTest.ts";
import { waitUntilHydrated } from "./support/hydration.ts";
import { waitForWorker } from "./support/page.ts";
import { waitForMail } from "./support/shop.ts";

const FUNCTION = "**/functions/v1/send-contact-email";
const MESSAGE = "Can six of us take the course together?";

const field = (page: Page, name: string) => page.getByRole("main").getByLabel(name, { exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Send Message", exact: true });

async function openForm(page: Page): Promise<void> {
  await page.goto("/contact");
  await waitUntilHydrated(page);
}

async function fillIn(page: Page, email: string): Promise<void> {
  await field(page, "Name").fill("Grace Hopper");
  await field(page, "Email").fill(email);
  await field(page, "Subject").fill("A group of six");
  await field(page, "Message").fill(MESSAGE);
}

test("the contact form shows an error under each invalid field and clears it once corrected (S-065, S-113)", async ({
  page,
}) => {
  await openForm(page);
  await send(page).click();
  await expect(page.getByRole("alert")).toContainText("Validation Error");
  await expect(page.getByRole("alert")).toContainText("Please check the form for errors.");
  await expect(field(page, "Name")).toBeFocused();
  for (const [name, error] of [
    ["Name", "Name is required"],
    ["Email", "Invalid email address"],
    ["Subject", "Subject is required"],
    ["Message", "Message is required"],
  ] as const) {
    await expect(field(page, name)).toHaveAccessibleDescription(new RegExp(error));
    await expect(field(page, name)).toHaveAttribute("aria-invalid", "true");
  }
  await field(page, "Name").fill("G");
  await expect(page.getByText("Name is required")).toBeHidden();
  await expect(page.getByText("Subject is required")).toBeVisible();

  for (const [name, max] of [
    ["Name", 100],
    ["Subject", 200],
    ["Message", 2000],
  ] as const)
    await field(page, name).fill("x".repeat(max + 1));
  await field(page, "Email").fill(`${"x".repeat(60)}@${`${"y".repeat(60)}.`.repeat(4)}example.org`);
  await expect(page.getByText("2001 / 2000 characters")).toBeVisible();
  await send(page).click();
  for (const error of [
    "Name must be less than 100 characters",
    "Email must be less than 255 characters",
    "Subject must be less than 200 characters",
    "Message must be less than 2000 characters",
  ])
    await expect(page.getByText(error)).toBeVisible();
});

test("a contact message reaches the provider, and the sender is thanked on the page and by email (S-061, S-081, S-096)", async ({
  page,
  academy,
}) => {
  await openForm(page);
  await fillIn(page, "grace@example.org");
  await expect(page.getByText(`${MESSAGE.length} / 2000 characters`)).toBeVisible();
  let letAnswerThrough = () => {};
  const answered = new Promise<void>((resolve) => {
    letAnswerThrough = resolve;
  });
  await page.route(FUNCTION, async (route) => {
    await answered;
    await route.continue();
  });
  await send(page).click();
  await expect(page.getByRole("button", { name: "Sending..." })).toBeVisible();
  letAnswerThrough();
  const toast = page.getByRole("region", { name: "Messages" });
  await expect(toast).toContainText("Message Sent! ✉️");
  await expect(toast).toContainText("Thank you for contacting us. We'll get back to you soon!");
  for (const name of ["Name", "Email", "Subject", "Message"]) await expect(field(page, name)).toHaveValue("");
  await expect(page.getByText("0 / 2000 characters")).toBeVisible();

  const toProvider = await waitForMail(academy, ({ text }) => text.includes(MESSAGE));
  expect(toProvider.to).not.toBe("grace@example.org");
  const toSender = await waitForMail(academy, ({ to }) => to === "grace@example.org");
  expect(toSender.text).not.toContain(MESSAGE);
});

test("a contact message that could not be sent stays in the form and can be sent again (S-061, S-096)", {
  tag: "@deep",
}, async ({ page, academy }) => {
  await openForm(page);
  await fillIn(page, "again@example.org");
  await page.route(FUNCTION, (route) => route.abort());
  await send(page).click();
  await expect(page.getByRole("alert").first()).toContainText("Error");
  await expect(page.getByText("Failed to send message. Please try again.").first()).toBeVisible();
  await expect(field(page, "Message")).toHaveValue(MESSAGE);
  await page.unroute(FUNCTION);
  await send(page).click();
  await expect(page.getByText("Message Sent! ✉️")).toBeVisible();
  await waitForMail(academy, ({ to }) => to === "again@example.org");
});

test("offline, the contact page says that it needs a connection and keeps the typed text, even after a reload (S-119)", {
  tag: "@deep",
}, async ({ page, context }) => {
  await openForm(page);
  await waitForWorker(page);
  await page.reload();
  await waitUntilHydrated(page);
  await context.setOffline(true);
  await expect(page.getByText("You need a connection to send your message")).toBeVisible();
  await fillIn(page, "train@example.org");
  await page.reload();
  await expect(field(page, "Message")).toHaveValue(MESSAGE);
  await expect(field(page, "Email")).toHaveValue("train@example.org");
  await waitUntilHydrated(page);
  await send(page).click();
  await expect(page.getByText("The server could not be reached.")).toBeVisible();
  await context.setOffline(false);
  await send(page).click();
  await expect(page.getByText("Message Sent! ✉️")).toBeVisible();
});
