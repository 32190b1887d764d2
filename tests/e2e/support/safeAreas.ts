import { expect, type Page } from "@playwright/test";

type Insets = { top: number; right: number; bottom: number; left: number };
type Phone = { width: number; height: number; insets: Insets };

/** A phone with a notch and a home indicator, in CSS pixels. */
export const PHONES: readonly Phone[] = [
  { width: 390, height: 844, insets: { top: 47, right: 0, bottom: 34, left: 0 } },
  { width: 844, height: 390, insets: { top: 0, right: 44, bottom: 21, left: 44 } },
];

/** How long the page may take to come to rest. */
const REST_MS = 10_000;

/** Simulates the insets, which Chromium cannot emulate, through the custom properties that all styles read. */
export async function holdAs(page: Page, { width, height, insets }: Phone): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate((sides) => {
    for (const [side, px] of Object.entries(sides))
      document.documentElement.style.setProperty(`--safe-${side}`, `${px}px`);
  }, insets);
}

/**
 * Checks that no text and no control is inside an inset while the page is at rest: at the sides anywhere on the page, above
 * when it is scrolled to its start, below when it is scrolled to its end. What does not scroll is checked at both.
 */
export async function expectInsideSafeAreas(page: Page, { insets }: Phone): Promise<void> {
  for (const end of ["start", "end"] as const) {
    // The page may still grow after it was scrolled, when the app takes over from the instant lesson.
    await expect(async () => {
      await page.evaluate((to) => scrollTo({ top: to === "start" ? 0 : 1e6, behavior: "instant" }), end);
      const found = await page.evaluate(intrusions, { ...insets, end });
      expect(found, `${page.url()}, scrolled to its ${end}`).toEqual([]);
    }).toPass({ timeout: REST_MS });
  }
}

/** Runs in the page. Describes each text and control of which a visible part is inside an inset. */
function intrusions({ top, right, bottom, left, end }: Insets & { end: "start" | "end" }): string[] {
  const CONTROLS = "a[href], button, input, select, textarea, summary, iframe";
  /** Rounding of layout. */
  const SLACK_PX = 0.6;
  const { clientWidth } = document.documentElement;
  const found = new Set<string>();

  /** The part of the box that no ancestor clips, and whether it stays in place when the page is scrolled. */
  function visiblePart(box: DOMRect, within: Element): { part: DOMRect; isFixed: boolean } {
    let [x1, y1, x2, y2] = [box.left, box.top, box.right, box.bottom];
    let isFixed = false;
    for (let each: Element | null = within; each && !isFixed; each = each.parentElement) {
      const { overflowX, position, clipPath } = getComputedStyle(each);
      if ((overflowX !== "visible" && each !== document.documentElement) || clipPath !== "none") {
        const clip = each.getBoundingClientRect();
        [x1, y1] = [Math.max(x1, clip.left), Math.max(y1, clip.top)];
        [x2, y2] = [Math.min(x2, clip.right), Math.min(y2, clip.bottom)];
      }
      isFixed = position === "fixed";
    }
    return { part: new DOMRect(x1, y1, x2 - x1, y2 - y1), isFixed };
  }

  function check(box: DOMRect, element: Element, name: string): void {
    const { part, isFixed } = visiblePart(box, element);
    // Text for screen readers alone is clipped to one pixel.
    if (part.width <= 1 || part.height <= 1) return;
    const sides = [
      part.left < left - SLACK_PX && part.right > 0 && "left",
      part.right > clientWidth - right + SLACK_PX && part.left < clientWidth && "right",
      (end === "start" || isFixed) && part.top < top - SLACK_PX && part.bottom > 0 && "top",
      (end === "end" || isFixed) &&
        part.bottom > innerHeight - bottom + SLACK_PX &&
        part.top < innerHeight &&
        "bottom",
    ];
    for (const side of sides)
      if (side) found.add(`${side}: ${name} at ${Math.round(part.left)},${Math.round(part.top)}`);
  }

  // An open dialog covers and disables the rest of the page.
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  const scope = dialog ?? document.body;
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim();
    if (!text || !element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) check(box, element, `“${text.slice(0, 40)}”`);
  }
  for (const control of scope.querySelectorAll(CONTROLS))
    if (control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      check(
        control.getBoundingClientRect(),
        control,
        `${control.localName} ${control.textContent?.slice(0, 40)}`,
      );
  return [...found];
}
