import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { expectNoSidewaysScroll } from "./page.ts";

const WIDTHS = [320, 768, 1280];
const SCHEMES = ["light", "dark"] as const;
type View = { width: number; colorScheme: (typeof SCHEMES)[number] };
/** Every width and every theme once; the deep run looks at all of them with each other. */
const VIEWS: readonly View[] = [
  { width: 320, colorScheme: "light" },
  { width: 768, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
];
/** Every rule of axe that is not experimental, and that of WCAG 2.2 AA, which axe leaves out unless asked. */
const OPTIONS = {
  resultTypes: ["violations" as const],
  rules: { "target-size": { enabled: true } },
};

type Violation = { id: string; nodes: { html: string }[] };

/**
 * WCAG 2.2 AA and good practice by axe, and no sideways scrolling, in both themes and at three widths, or the ones
 * given, in pixels.
 */
export async function expectAccessible(page: Page, widths = WIDTHS): Promise<void> {
  let isAxeThere = false;
  for (const { width, colorScheme } of viewsAt(widths)) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await atRest(page);
    const violations = isAxeThere ? await runAgain(page) : await putAxeInAndRun(page);
    isAxeThere = true;
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
    expect(found, `${page.url()} at ${width} px, ${colorScheme}`).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
}

function viewsAt(widths: readonly number[]): readonly View[] {
  if (!process.env.ACADEMY_DEEP && widths === WIDTHS) return VIEWS;
  return widths.flatMap((width) => SCHEMES.map((colorScheme) => ({ width, colorScheme })));
}

/**
 * A colour on its way to another is neither: the contrast of what is moving says nothing. Looked at again and again:
 * the promise of an animation that was cancelled meanwhile is never kept.
 */
async function atRest(page: Page): Promise<void> {
  // A page behind another one may never be drawn; it is at rest all the same.
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

/** Legacy mode only means that frames of other origins are not looked into; there are none. */
async function putAxeInAndRun(page: Page): Promise<Violation[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(OPTIONS).analyze();
  return violations;
}

/** Axe stays in the page: to put it in again for each width and theme takes longer than to run it. */
function runAgain(page: Page): Promise<Violation[]> {
  return page.evaluate(async (options) => {
    // What AxeBuilder has put there.
    const { axe } = window as unknown as { axe: { run(o: object): Promise<{ violations: Violation[] }> } };
    const { violations } = await axe.run(options);
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
  }, OPTIONS);
}
