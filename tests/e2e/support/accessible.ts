import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { expectNoSidewaysScroll } from "./page.ts";

const WIDTHS = [320, 768, 1280];
const SCHEMES = ["light", "dark"] as const;
type View = { width: number; colorScheme: (typeof SCHEMES)[number] };
/** Every rule of axe that is not experimental, and its WCAG 2.2 AA rule, which is off by default. */
const OPTIONS = {
  resultTypes: ["violations" as const],
  rules: { "target-size": { enabled: true } },
};

type Violation = { id: string; nodes: { html: string }[] };

/**
 * Checks WCAG 2.2 AA and best practices with axe, and that the page does not scroll sideways, in both themes and at three
 * widths, or the given ones, in pixels. For a page with a bar at the bottom, give a height that shows all of it: axe also
 * counts a control as too small if the bar covers a part of it until the page is scrolled.
 */
export async function expectAccessible(page: Page, widths = WIDTHS, height = 800): Promise<void> {
  let isAxeThere = false;
  for (const { width, colorScheme } of viewsAt(widths)) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await atRest(page);
    const violations = isAxeThere ? await runAgain(page) : await putAxeInAndRun(page);
    isAxeThere = true;
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
    expect(found, `${page.url()} at ${width} px, ${colorScheme}`).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
}

/** Every width and both themes. All combinations would take twice as long, and widths seldom change a colour. */
function viewsAt(widths: readonly number[]): readonly View[] {
  const [first] = widths;
  if (widths.length === 1 && first) return SCHEMES.map((colorScheme) => ({ width: first, colorScheme }));
  const widest = Math.max(...widths);
  return widths.map((width) => ({ width, colorScheme: width === widest ? "dark" : "light" }));
}

/**
 * Waits until no animation is running, because the contrast of a colour in transition is meaningless. Polls, because the
 * promise of an animation that was cancelled meanwhile may never settle.
 */
async function atRest(page: Page): Promise<void> {
  // A page behind another one may never draw a frame, hence the timeout.
  await page.bringToFront();
  await page.evaluate(() =>
    Promise.race([new Promise(requestAnimationFrame), new Promise((late) => setTimeout(late, 500))]),
  );
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      return playState !== "running" || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
    }),
  );
}

/** Legacy mode only means that frames of other origins are not checked; there are none. */
async function putAxeInAndRun(page: Page): Promise<Violation[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(OPTIONS).analyze();
  return violations;
}

/** Reuses the axe in the page: injecting it again for each width and theme takes longer than running it. */
function runAgain(page: Page): Promise<Violation[]> {
  return page.evaluate(async (options) => {
    // Injected by AxeBuilder.
    const { axe } = window as unknown as { axe: { run(o: object): Promise<{ violations: Violation[] }> } };
    const { violations } = await axe.run(options);
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
  }, OPTIONS);
}
