import process from "node:process";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { watchPage } from "../e2e/support/page.ts";
import { fillForm, payByCard, signInAsGuest, submitButton } from "../e2e/support/shop.ts";
import type { SentMail } from "../support/server/academyProcess.ts";

/** The lessons are being installed, beside the jobs of the deployment. */
const FIRST_LESSON_MS = 60_000;

/** Started by deploy.deep.test.ts, which has deployed the academy. */
const deployed = z
  .object({ url: z.url(), mails: z.url(), email: z.email(), password: z.string() })
  .parse(JSON.parse(process.env.ACADEMY_DEPLOYED ?? "null"));
const mails = async () => (await (await fetch(deployed.mails)).json()) as SentMail[];

test("a visitor of the deployed site buys the course, signs in with the emailed password and reads a lesson", async ({
  page,
}) => {
  const { url, email, password } = deployed;
  const faults = watchPage(page);
  await page.goto(`${url}/academy/pricing/professional`);
  await page.getByRole("button", { name: "Continue to Checkout" }).click();
  await fillForm(page, "professional", email);
  await submitButton(page, "professional").click();
  await payByCard(page);
  await expect(page).toHaveURL(/\/payment-success\?session_id=cs_/);
  await signInAsGuest(page, { url, mails }, email, password);
  await page.goto(`${url}/academy/course/ai-fluency?lesson=2&step=99`);
  await expect(page.getByRole("button", { name: "Take Quiz", exact: true })).toBeVisible({
    timeout: FIRST_LESSON_MS,
  });
  expect(faults).toEqual([]);
});
