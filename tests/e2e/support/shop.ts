import { expect, type Locator, type Page } from "@playwright/test";
import type { Tier } from "../../../src/domain/sales/plans.ts";
import { keepOutOfLogs } from "../../support/logWatch.ts";
import type { AcademyProcess, SentMail } from "../../support/server/academyProcess.ts";
import { goBackstage } from "./backstage.ts";
import { signUpEnrolled } from "./enrol.ts";

/** The smallest PNG: one transparent pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
export const STUDENT_ID = { name: "student-id.png", mimeType: "image/png", buffer: PNG };
/** A card that is never declined. */
const GOOD_CARD = "4242 4242 4242 4242";

/** The field about the organisation at the top of each tier's form. */
const ORGANISATIONS: Record<Tier, [label: string, value: string]> = {
  student: ["University", "University of Somewhere"],
  ngo: ["Organisation name", "Water for Everybody"],
  professional: ["Company name", "Analytical Engines Ltd"],
};
const SUBMITS: Record<Tier, string> = {
  student: "Complete Enrollment",
  ngo: "Proceed to Payment",
  professional: "Proceed to Payment",
};

/** Fills in the whole form of a tier, including both required consents. */
export async function fillForm(page: Page, tier: Tier, email: string): Promise<void> {
  const [label, organisation] = ORGANISATIONS[tier];
  await page.getByLabel(label).fill(organisation);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Email").fill(email);
  await finishForm(page, tier);
}

/** Fills in the fields that neither a profile nor a draft fills in. */
export async function finishForm(page: Page, tier: Tier): Promise<void> {
  if (tier === "student") await page.getByLabel("Student ID").setInputFiles(STUDENT_ID);
  for (const box of await page.getByRole("checkbox").all()) await box.check();
}

export function fillStudentForm(page: Page, email: string): Promise<void> {
  return fillForm(page, "student", email);
}

/** The button that leads to the payment page; if `total` is given, matches only a button that shows it. */
export function submitButton(page: Page, tier: Tier, total = "£"): Locator {
  return page.getByRole("button", { name: `${SUBMITS[tier]} - ${total}` });
}

export function summaryOf(page: Page): Locator {
  return page.getByRole("complementary", { name: "Order Summary" });
}

/** Expects the simulator's hosted payment page. */
export async function expectPaymentPage(page: Page, total?: string): Promise<void> {
  await expect(page.getByText("Test mode")).toBeVisible();
  if (total) await expect(page.getByRole("heading", { level: 1 })).toContainText(total);
}

/** Fills in the simulator's hosted payment page, by default with a card that succeeds, and pays. */
export async function payByCard(page: Page, number = GOOD_CARD): Promise<void> {
  keepOutOfLogs(number, number.replaceAll(" ", ""));
  await expectPaymentPage(page);
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry").fill("12 / 34");
  await page.getByLabel("CVC").fill("123");
  await page.getByLabel("Name on card").fill("Ada Byron");
  await page.getByLabel("Postcode").fill("AB1 2CD");
  // An organisation's invoice needs more.
  if (await page.getByLabel("Address line 1").isVisible()) {
    await page.getByLabel("Address line 1").fill("1 Example Street");
    await page.getByLabel("Town or city").fill("London");
    await page.getByLabel("Business name").fill("Example Ltd");
  }
  await page.getByRole("button", { name: /^(Pay |Subscribe)/ }).click();
}

export async function waitForMail(
  academy: Pick<AcademyProcess, "mails">,
  matches: (mail: SentMail) => boolean,
): Promise<SentMail> {
  let found: SentMail | undefined;
  await expect(async () => {
    found = (await academy.mails()).find(matches);
    expect(found).toBeDefined();
  }).toPass();
  if (!found) throw new Error("no such email");
  return found;
}

/** The newest email to the address whose subject begins with this text. */
export function mailTo(
  academy: Pick<AcademyProcess, "mails">,
  email: string,
  subject: string,
): Promise<SentMail> {
  return waitForMail(academy, (mail) => mail.to === email && mail.subject.startsWith(subject));
}

export function temporaryPasswordIn(mail: SentMail): string {
  const password = /^Temporary password: (\S+)$/m.exec(mail.text)?.[1];
  if (!password) throw new Error("the email contains no temporary password");
  keepOutOfLogs(password);
  return password;
}

/** Signs in a learner who has bought the course. Ends on the dashboard. */
export async function becomeLearner(
  page: Page,
  academy: AcademyProcess,
  email: string,
  password: string,
  tier?: Tier,
): Promise<void> {
  const name = { firstName: "Ada", lastName: "Byron" };
  await signUpEnrolled(await goBackstage(academy), { email, password, ...name, ...(tier && { tier }) });
  await page.goto(`${academy.url}/auth`);
  await signIn(page, email, password);
  await expect(page).toHaveURL(`${academy.url}/academy/dashboard`);
}

/** From a guest's success page, signs in with the emailed password and sets a new one. Ends on the dashboard. */
export async function signInAsGuest(
  page: Page,
  academy: Pick<AcademyProcess, "url" | "mails">,
  email: string,
  password: string,
): Promise<void> {
  await expect(page.getByRole("heading", { name: "Welcome to the academy" })).toBeVisible();
  const mail = await mailTo(academy, email, "Your sign-in details");
  await page.getByRole("link", { name: "Sign In Now" }).click();
  await signIn(page, email, temporaryPasswordIn(mail));
  keepOutOfLogs(password);
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(page).toHaveURL(`${academy.url}/academy/dashboard`);
}

/** Requires a window that is wide enough for the button in the header. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Sign Out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/auth");
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  keepOutOfLogs(password);
  // The previous page may also have an email field.
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
}
