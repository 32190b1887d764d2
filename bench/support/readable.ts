import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";

const INSERTED = "bench-inserted";
const READABLE = "bench-readable";
/** Long enough that most pages are readable before the first poll, which their work would have to wait for. */
const POLL_MS = 1000;

/**
 * From the next navigation on, records when the first element that matches `selector` entered the document, and when
 * it was painted: in the task after the next frame.
 */
export async function watchReadable(page: Page, selector: string): Promise<void> {
  await page.addInitScript(
    ({ selector, inserted, readable }) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(selector)) return;
        observer.disconnect();
        performance.mark(inserted);
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => performance.mark(readable);
          port2.postMessage(null);
        });
      });
      observer.observe(document, { childList: true, subtree: true });
    },
    { selector, inserted: INSERTED, readable: READABLE },
  );
}

/** Ms from the start of the navigation. Throws when it takes longer than `timeoutMs`. */
export async function readableAt(
  page: Page,
  timeoutMs: number,
): Promise<{ insertedMs: number; readableMs: number }> {
  const deadline = performance.now() + timeoutMs;
  // Playwright's own waiting would send 330 KB of script to the page while it starts: 50 ms with a slow processor.
  while (performance.now() < deadline) {
    await wait(POLL_MS);
    const [insertedMs, readableMs] = await page.evaluate(
      (marks) => marks.map((mark) => performance.getEntriesByName(mark)[0]?.startTime),
      [INSERTED, READABLE],
    );
    if (insertedMs !== undefined && readableMs !== undefined) return { insertedMs, readableMs };
  }
  throw new Error(`the page did not become readable within ${timeoutMs} ms`);
}
