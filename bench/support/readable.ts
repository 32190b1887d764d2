import type { Page } from "@playwright/test";

const INSERTED = "bench-inserted";
const READABLE = "bench-readable";

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
  const handle = await page.waitForFunction(
    (marks) => {
      const [insertedMs, readableMs] = marks.map((mark) => performance.getEntriesByName(mark)[0]?.startTime);
      return insertedMs !== undefined && readableMs !== undefined && { insertedMs, readableMs };
    },
    [INSERTED, READABLE],
    // Polls rarely, so as not to slow the page down.
    { timeout: timeoutMs, polling: 100 },
  );
  const times = await handle.jsonValue();
  if (!times) throw new Error("the page did not become readable");
  return times;
}
