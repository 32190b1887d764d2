import type { Page } from "@playwright/test";

/** Resolves once React has hydrated the page that the server sent. */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
}

/**
 * Runs in the page. React attaches to the elements a moment before hydration is complete. Until then, it holds back events
 * (such as focus) from all other listeners, to replay them later.
 */
export function isHydrated(): boolean {
  const root = document.getElementById("root");
  // React stores the state of the root in a property with a random suffix.
  const key = Object.keys(root ?? {}).find((name) => name.startsWith("__reactContainer$"));
  if (!root || !key || !root.querySelector("main h1")) return false;
  // React itself checks this before it dispatches an event.
  const { stateNode } = root[key as keyof typeof root] as unknown as ReactRoot;
  return !stateNode.current.memoizedState.isDehydrated;
}

type ReactRoot = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };

/** Starting with the next page, sums the layout shifts that no user input has caused (web.dev, CLS). */
export async function watchLayoutShift(page: Page): Promise<() => Promise<{ sum: number; moved: string[] }>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0, moved: [] as string[] };
    Object.assign(window, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      // TypeScript's DOM types do not include layout shifts yet.
      for (const entry of list.getEntries() as unknown as Shift[]) {
        if (entry.hadRecentInput) continue;
        shifts.sum += entry.value;
        for (const { node } of entry.sources)
          shifts.moved.push(node instanceof Element ? node.outerHTML.slice(0, 120) : `${node?.nodeName}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      // Two frames, because a shift is reported only after the frame that follows it.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return (window as unknown as { layoutShifts: { sum: number; moved: string[] } }).layoutShifts;
    });
}

type Shift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };

/** The text of the page, without the parts that only a browser without scripts shows. */
export function textOf(page: Page): Promise<string> {
  return page.evaluate(readText, null);
}

/** The same text, from a document as the server sent it. */
export function textOfHtml(page: Page, html: string): Promise<string> {
  return page.evaluate(readText, html);
}

function readText(html: string | null): string {
  const source = html === null ? document : new DOMParser().parseFromString(html, "text/html");
  const root = source.getElementById("root")?.cloneNode(true);
  if (!(root instanceof Element)) throw new Error("the page has no #root");
  // A carousel shows its position only once it has been hydrated.
  for (const left of root.querySelectorAll("noscript, script, style, .carousel-controls")) left.remove();
  return (root.textContent ?? "").replace(/\s+/g, " ").trim();
}
