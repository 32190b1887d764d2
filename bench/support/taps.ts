import type { Locator, Page } from "@playwright/test";

const MEASURE = "bench-tap";
const WAIT_MS = 10_000;

/** Times every later tap, from the browser's time stamp of the input to the task after the next frame. */
export function watchTaps(page: Page): Promise<void> {
  return page.evaluate((name) => {
    let isOpen = false;
    const onClick = (event: MouseEvent) => {
      // A click on a label causes a second one on its input.
      if (isOpen) return;
      isOpen = true;
      const start = event.timeStamp;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          isOpen = false;
          performance.measure(name, { start, end: performance.now() });
        };
        port2.postMessage(null);
      });
    };
    addEventListener("click", onClick, { capture: true });
  }, MEASURE);
}

/** Taps every matching element in turn, each after the previous one's frame. Returns the ms of each tap. */
export async function tapEach(page: Page, selector: string): Promise<number[]> {
  return tapAll(page, await page.locator(selector).all());
}

/** Taps the one matching element, which may be another one each time, `times` times. */
export function tapAgain(page: Page, selector: string, times: number): Promise<number[]> {
  return tapAll(page, Array<Locator>(times).fill(page.locator(selector)));
}

async function tapAll(page: Page, targets: readonly Locator[]): Promise<number[]> {
  await page.bringToFront();
  await page.evaluate((name) => performance.clearMeasures(name), MEASURE);
  for (const [index, target] of targets.entries()) {
    await target.tap();
    await page.waitForFunction(
      ([name, count]) => performance.getEntriesByName(name).length >= count,
      [MEASURE, index + 1] as const,
      { timeout: WAIT_MS, polling: 50 },
    );
  }
  return page.evaluate((name) => performance.getEntriesByName(name).map((entry) => entry.duration), MEASURE);
}
