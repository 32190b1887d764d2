import { expect } from "@playwright/test";
import { translatePage } from "../../support/setup/translator.ts";
import { test } from "../support/academyTest.ts";
import { expectAccessible } from "../support/accessible.ts";
import { watchPage } from "../support/page.ts";
import { PUBLIC_PAGES } from "../support/publicPages.ts";
import { expectQuizAccessible } from "../support/quiz.ts";
import { becomeLearner } from "../support/shop.ts";

// No worker: these tests check the strict policy and the first rendering. No trace: an error names its element, and
// recording six renderings of a page takes longer than checking them.
test.use({ serviceWorkers: "block", trace: "off" });

const OPEN_PAGES: typeof PUBLIC_PAGES = [
  ...PUBLIC_PAGES,
  ["/academy/courses?q=nothing+like+it", "All Courses"],
  ["/academy/checkout", "Complete Your Enrollment"],
  ["/academy/checkout/student", "Complete Your Enrollment"],
  ["/academy/checkout/ngo?paymentType=installment", "Complete Your Enrollment"],
  ["/academy/checkout/professional", "Complete Your Enrollment"],
  ["/payment-success", "Payment Successful!"],
  ["/payment-success?session_id=cs_test_unknown", "Verification Issue"],
  ["/auth", "Welcome Back"],
  ["/academy/course/ai-fluency?lesson=1", /What AI Is/],
  ["/no/such/page", "Oops! Page not found"],
];

/** One page of each kind; the deep run checks all. */
const EVERYDAY = [
  ...["/", "/academy", "/academy/courses", "/academy/pricing/student", "/academy/checkout/student"],
  ...["/contact", "/auth", "/academy/course/ai-fluency?lesson=1"],
];

for (const [path, heading] of OPEN_PAGES) {
  const tag = EVERYDAY.includes(path) ? [] : "@deep";
  test(`${path} passes every axe rule, causes no content policy violation and can be translated (S-041, S-042)`, {
    tag,
  }, async ({ page }) => {
    const faults = watchPage(page);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expectAccessible(page);
    await page.evaluate(translatePage, "Chrome" as const);
    await expect(page.getByText("Something went wrong")).toHaveCount(0);
    expect(faults).toEqual([]);
  });
}

test("a learner's own pages pass every axe rule and cause no content policy violation", async ({
  page,
  academy,
}) => {
  const faults = watchPage(page);
  await becomeLearner(page, academy, "grace@example.org", "a-password-of-my-own");
  await expect(page.getByText("Courses Enrolled")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/academy/course/ai-fluency");
  await expect(page.getByText("11 practical lessons")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/academy/course/ai-fluency?lesson=2&step=99");
  await expect(page.getByRole("button", { name: "Take Quiz", exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take Quiz", exact: true }).click();
  await expect(page.getByText("Pass: 80%")).toBeVisible();
  await expectQuizAccessible(page, [320, 768, 1280]);
  for (const [path, part] of [
    ["/academy/workbook", page.getByRole("textbox").first()],
    ["/academy/glossary", page.getByRole("searchbox", { name: "Find a term" })],
    ["/academy/search?q=token", page.getByRole("region", { name: "Glossary" })],
    ["/academy/course/ai-fluency/sheet?name=rubric", page.getByRole("radio").first()],
    ["/academy/course/ai-fluency/sheet", page.getByRole("heading", { name: "Resource library" })],
  ] as const) {
    await page.goto(path);
    await expect(part).toBeVisible();
    await expectAccessible(page, [320, 1280]);
  }
  expect(faults).toEqual([]);
});
