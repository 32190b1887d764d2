import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { type AcademyProcess, startAcademyProcess } from "../support/academyProcess.ts";
import { expectNoSidewaysScroll, watchPage } from "./support/page.ts";
import { becomeLearner } from "./support/shop.ts";

let academy: AcademyProcess;

test.beforeAll(async () => {
  academy = await startAcademyProcess();
});
test.afterAll(() => academy.dispose());

// The worker is left out: the strict policy and the first rendering are what is looked at here.
test.use({ serviceWorkers: "block" });

const WIDTHS = [320, 1280];
const SCHEMES = ["light", "dark"] as const;

/** WCAG 2.2 AA by axe, and no sideways scrolling, at both widths and in both themes. */
async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
      expect(found, `${page.url()} at ${width} px, ${colorScheme}`).toEqual([]);
    }
  }
}

const PUBLIC_PAGES: [path: string, heading: string | RegExp][] = [
  ["/", /./],
  ["/academy", /./],
  ["/academy/pricing/student", "Choose Your Payment Option"],
  ["/academy/checkout/student", "Complete Your Enrollment"],
  ["/payment-success", "Payment Successful!"],
  ["/payment-success?session_id=cs_test_unknown", "Verification Issue"],
  ["/auth", "Welcome Back"],
  ["/academy/course/ai-fluency?lesson=1", /What AI Is/],
  ["/privacy-policy", "Privacy Policy"],
  ["/terms-of-service", "Terms of Service"],
  ["/no/such/page", "Oops! Page not found"],
];

for (const [path, heading] of PUBLIC_PAGES) {
  test(`${path} can be used by everyone and breaks no policy (S-041, S-042)`, async ({ page }) => {
    const faults = watchPage(page);
    await page.goto(`${academy.url}${path}`);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });
}

test("a learner's dashboard, player and quiz can be used by everyone and break no policy", async ({
  page,
}) => {
  const faults = watchPage(page);
  await becomeLearner(page, academy, "grace@example.org", "a-password-of-my-own");
  await expect(page.getByText("Courses Enrolled")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${academy.url}/academy/course/ai-fluency`);
  await expect(page.getByText("11 practical lessons")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${academy.url}/academy/course/ai-fluency?lesson=2`);
  await expect(page.getByRole("button", { name: "Take Quiz" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take Quiz" }).click();
  await expect(page.getByText("Pass: 80%")).toBeVisible();
  await expectAccessible(page);
  expect(faults).toEqual([]);
});
