import type { Locator, Page } from "@playwright/test";

/** One tap of a session: what it does, for the report, and the element. */
export type Tap = { name: string; at(page: Page): Locator; then?(page: Page): Promise<unknown> };
export type Timed = { name: string; ms: number };

/** The browser reports no shorter interaction (Event Timing, W3C), and rounds to 8 ms. */
const SHORTEST_MS = 16;
type Entry = { ms: number };

/** From the next document on, records each interaction as "interaction to next paint" counts it. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    const interactions: Entry[] = [];
    Object.assign(window, { interactions });
    const options: PerformanceObserverInit & { durationThreshold: number } = {
      type: "event",
      buffered: true,
      durationThreshold,
    };
    new PerformanceObserver((list) => {
      // The interaction's id is missing in the DOM types: 0 for events that are no interaction.
      for (const { duration, interactionId } of list.getEntries() as (PerformanceEntry & {
        interactionId: number;
      })[])
        if (interactionId > 0) interactions.push({ ms: duration });
    }).observe(options);
  }, SHORTEST_MS);
}

/**
 * Taps each element in turn and rests for `restMs` after each. Returns the longest event of each interaction; one that the
 * browser does not report counts as its shortest. Throws if a tap loads another document, whose record would be lost.
 */
export async function tapThrough(page: Page, taps: readonly Tap[], restMs: number): Promise<Timed[]> {
  const timed: Timed[] = [];
  const documentOf = () => page.evaluate(() => performance.timeOrigin);
  const origin = await documentOf();
  for (const { name, at, then } of taps) {
    await at(page).first().tap();
    await page.waitForTimeout(restMs);
    if ((await documentOf()) !== origin) throw new Error(`the tap on "${name}" loaded another document`);
    const entries = await page.evaluate(() =>
      (window as unknown as { interactions: Entry[] }).interactions.splice(0),
    );
    timed.push({ name, ms: Math.max(SHORTEST_MS, ...entries.map(({ ms }) => ms)) });
    await then?.(page);
  }
  return timed;
}
