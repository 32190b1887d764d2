import { expect, type Page } from "@playwright/test";
import { test } from "../support/academyTest.ts";
import { waitUntilHydrated } from "../support/hydration.ts";
import { PUBLIC_PAGES } from "../support/publicPages.ts";

test.use({ serviceWorkers: "block", trace: "off", contextOptions: { reducedMotion: "reduce" } });

async function open(page: Page, path: string, width = 1280): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.goto(path);
  await waitUntilHydrated(page);
}

/** Presses Tab until `reached` returns true. Throws when that never happens. */
async function tabTo(page: Page, reached: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await reached()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab never reached the element");
}

const isFocused = (page: Page, selector: string) => () =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

type Stop = { name: string; isShown: boolean; hasRing: boolean };

/**
 * Records in the page every element that receives the focus, because a query after every key press takes three times as
 * long.
 */
async function watchFocus(page: Page): Promise<() => Promise<Stop[]>> {
  await page.evaluate(() => {
    const stops: Stop[] = [];
    Object.assign(window, { focusStops: stops });
    addEventListener("focusin", ({ target }) => {
      if (!(target instanceof Element)) return;
      // The label that covers a radio button shows the focus ring for it.
      const shown = target.matches("input[type=radio]") ? (target.closest("label") ?? target) : target;
      const { width, height, bottom, right } = shown.getBoundingClientRect();
      const { outlineStyle, outlineWidth } = getComputedStyle(shown);
      stops.push({
        name: `${target.tagName.toLowerCase()} ${target.textContent?.trim().slice(0, 40)}`,
        isShown: width > 0 && height > 0 && bottom > 0 && right > 0,
        hasRing: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
      });
    });
  });
  return () => page.evaluate(() => (window as unknown as { focusStops: Stop[] }).focusStops);
}

/** The expected number of Tab stops: one for each control, and one for each group of radio buttons. */
function countStops(page: Page): Promise<number> {
  return page.evaluate(() => {
    const groups = new Set<string>();
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, input, textarea, select, summary, [tabindex]",
      ),
    ].filter((control) => {
      if (control.matches(":disabled") || control.tabIndex < 0 || !control.checkVisibility()) return false;
      if (getComputedStyle(control).visibility === "hidden") return false;
      if (!(control instanceof HTMLInputElement) || control.type !== "radio") return true;
      if (groups.has(control.name)) return false;
      groups.add(control.name);
      return true;
    });
    return controls.length;
  });
}

for (const [path] of [...PUBLIC_PAGES, ["/no/such/page"] as const]) {
  test(`Tab reaches every control on ${path} and shows a visible focus indicator`, async ({ page }) => {
    await open(page, path);
    const focusStops = await watchFocus(page);
    const expected = await countStops(page);
    for (let presses = 0; presses < expected; presses += 1) await page.keyboard.press("Tab");
    const stops = await focusStops();
    expect(stops[0]?.name).toBe("a Skip to content");
    expect(stops.filter((stop) => !stop.isShown || !stop.hasRing)).toEqual([]);
    expect(stops).toHaveLength(expected);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement === document.body), "Tab leaves the page").toBe(
      true,
    );

    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  });
}

test("the menu opens with Enter, traps focus, closes with Escape and returns focus to its button (S-015)", async ({
  page,
}) => {
  await open(page, "/academy", 360);
  const button = page.getByRole("button", { name: "Menu", exact: true });
  const menu = page.getByRole("dialog", { name: "Menu" });
  await tabTo(page, isFocused(page, "header button"));
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(menu).toBeVisible();
  for (let presses = 0; presses < 12; presses += 1) {
    const where = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused === document.body || focused?.closest("dialog[open]") ? "inside" : focused?.outerHTML;
    });
    expect(where).toBe("inside");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press("Enter");
  await tabTo(page, isFocused(page, 'dialog[open] a[href="/contact"]'));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Get in Touch" })).toBeVisible();
  await expect(menu).toBeHidden();
});

test("courses can be filtered by typing a search and choosing a category with the arrow keys (S-007)", async ({
  page,
}) => {
  await open(page, "/academy/courses");
  await tabTo(page, isFocused(page, "input[type=search]"));
  await page.keyboard.type("ai");
  await page.keyboard.press("Tab");
  await tabTo(page, isFocused(page, "input[type=radio]"));
  for (const chip of ["Core Program", "Compliance", "Ethics"]) {
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: chip, exact: true })).toBeChecked();
  }
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("main").getByRole("status")).toHaveText("1 coming soon");
});

test("a contact message can be written, corrected and sent with the keyboard alone (S-025, S-065)", async ({
  page,
}) => {
  await open(page, "/contact");
  await tabTo(page, isFocused(page, "input[name=name]"));
  for (const text of ["Ada Byron", "ada@", "A question"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("One line");
  await page.keyboard.press("Enter");
  await page.keyboard.type("and another");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Send Message" })).toBeFocused();
  await page.keyboard.press("Enter");
  const email = page.getByLabel("Email", { exact: true });
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Invalid email address/);
  await page.keyboard.press("End");
  await page.keyboard.type("example.org");
  // Enter in a single-line field submits the form.
  await page.keyboard.press("Enter");
  await expect(page.getByText("Message Sent! ✉️")).toBeVisible();
});
