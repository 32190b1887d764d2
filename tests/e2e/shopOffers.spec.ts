import { expect } from "@playwright/test";
import {
  chooseOffer,
  expectAsked,
  expectBooked,
  expectSummary,
  expectThanked,
  OFFERS,
} from "./support/offers.ts";
import { fillForm, mailTo, payByCard, submitButton, temporaryPasswordIn } from "./support/shop.ts";
import { test } from "./support/shopTest.ts";

/** Two of the six offers, with different tiers and plans. The deep run buys the others. */
const EVERYDAY = ["student installment", "professional full"];

for (const offer of OFFERS) {
  const { tier, plan } = offer;
  const tag = EVERYDAY.includes(`${tier} ${plan}`) ? [] : ["@deep"];
  test(`a guest on a phone buys ${tier}, ${plan}, and sees the same amounts everywhere (S-027, S-028, S-030, S-031, S-032, S-039, S-043, S-073, S-104, S-105)`, {
    tag,
  }, async ({ page, academy, backstage }) => {
    const email = `guest.${tier}.${plan}@example.org`;
    await chooseOffer(page, offer);
    await expect(page.getByText("Get instant access - no account needed")).toBeVisible();
    await expectSummary(page, offer);
    await fillForm(page, tier, email);
    await submitButton(page, tier, offer.total).click();
    await expectAsked(page, offer);
    await payByCard(page);
    await expect(page).toHaveURL(/\/payment-success\?session_id=cs_/);
    await expect(page.getByRole("heading", { level: 1, name: "Welcome to the academy" })).toBeVisible();
    await expectThanked(page, offer);
    await expectBooked(academy, backstage, email, offer);

    const password = temporaryPasswordIn(await mailTo(academy, email, "Your sign-in details"));
    const learner = backstage.visitor();
    expect((await learner.auth.signInWithPassword({ email, password })).error).toBeNull();
    // A user who signs in with the temporary password can only change it.
    expect((await learner.from("course_enrollments").select("tier")).error?.code).toBe("42501");
    expect((await learner.auth.updateUser({ password: "a-password-of-my-own" })).error).toBeNull();
    const { data } = await learner.from("course_enrollments").select("tier, status");
    expect(data).toEqual([{ tier, status: "active" }]);
  });
}
