import { test } from "./support/academyTest.ts";
import { becomeLearner } from "./support/shop.ts";
test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: "block", trace: "off" });
test("look", async ({ page, academy }) => {
  test.setTimeout(240_000);
  page.on("console", (m) => m.type() === "error" && console.log("console", m.text()));
  page.on("pageerror", (e) => console.log("pageerror", e.message));
  await becomeLearner(page, academy, "look@example.org", "a-password-of-my-own");
  await page.goto("/academy/course/ai-fluency?lesson=2");
  await page.getByRole("link", { name: "Continue" }).waitFor();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: "/tmp/look-1.png" });
  console.log(page.url());
  for (let n = 2; n < 6; n++) {
    await page.getByRole("link", { name: "Continue" }).click();
    await page.waitForTimeout(700);
    await page.screenshot({ path: `/tmp/look-${n}.png` });
    console.log(page.url(), await page.evaluate(() => [scrollY, document.activeElement?.getAttribute("aria-label")]));
  }
  await page.keyboard.press("ArrowLeft"); await page.waitForTimeout(300); console.log(page.url());
  await page.goBack(); await page.waitForTimeout(300); console.log("back", page.url(), await page.evaluate(() => scrollY));
  await page.getByRole("button", { name: "Contents" }).click();
  await page.waitForTimeout(800);
  await page.screenshot({ path: "/tmp/look-menu.png" });
  await page.getByRole("button", { name: /Summary and quiz/ }).click();
  await page.waitForTimeout(800);
  await page.screenshot({ path: "/tmp/look-last.png", fullPage: true });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/academy/course/ai-fluency?lesson=2&step=1");
  await page.waitForTimeout(1500);
  await page.screenshot({ path: "/tmp/look-wide1.png" });
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForTimeout(700);
  await page.screenshot({ path: "/tmp/look-wide2.png" });
});
