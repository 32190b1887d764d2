import { expect, type Page } from "@playwright/test";
import type { AcademyProcess, SentMail } from "../../support/academyProcess.ts";

/** The smallest PNG: one transparent pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
export const STUDENT_ID = { name: "student-id.png", mimeType: "image/png", buffer: PNG };

export async function fillStudentForm(page: Page, email: string): Promise<void> {
  await page.getByLabel("University").fill("University of Somewhere");
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Student ID").setInputFiles(STUDENT_ID);
  for (const box of await page.getByRole("checkbox").all()) await box.check();
}

/** Fills in the simulator's hosted payment page with the card that succeeds, and pays. */
export async function payByCard(page: Page, number = "4242 4242 4242 4242"): Promise<void> {
  await expect(page.getByText("Test mode")).toBeVisible();
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry").fill("12 / 34");
  await page.getByLabel("CVC").fill("123");
  await page.getByLabel("Name on card").fill("Ada Byron");
  await page.getByLabel("Postcode").fill("AB1 2CD");
  await page.getByRole("button", { name: /^Pay / }).click();
}

export async function waitForMail(
  academy: AcademyProcess,
  matches: (mail: SentMail) => boolean,
): Promise<SentMail> {
  let found: SentMail | undefined;
  await expect(async () => {
    found = (await academy.mails()).find(matches);
    expect(found).toBeDefined();
  }).toPass();
  if (!found) throw new Error("no such mail");
  return found;
}

export function temporaryPasswordIn(mail: SentMail): string {
  const password = /^Temporary password: (\S+)$/m.exec(mail.text)?.[1];
  if (!password) throw new Error("the mail holds no temporary password");
  return password;
}

/** Buys the course as a guest, signs in with the mailed password and sets `password`. Ends on the dashboard. */
export async function becomeLearner(
  page: Page,
  academy: AcademyProcess,
  email: string,
  password: string,
): Promise<void> {
  await page.goto(`${academy.url}/academy/checkout/student?paymentType=full`);
  await fillStudentForm(page, email);
  await page.getByRole("button", { name: /^Complete Enrollment/ }).click();
  await payByCard(page);
  await expect(page.getByRole("heading", { name: "Welcome to the academy" })).toBeVisible();
  const mail = await waitForMail(
    academy,
    (each) => each.to === email && /Temporary password:/.test(each.text),
  );
  await page.getByRole("link", { name: "Sign In Now" }).click();
  await signIn(page, email, temporaryPasswordIn(mail));
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(page).toHaveURL(`${academy.url}/academy/dashboard`);
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
}
