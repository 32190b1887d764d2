import type { Page } from "@playwright/test";

/** Resolves once React has taken over the page that the server sent. */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
}

/**
 * Runs in the page. Its elements belong to React a moment before it answers: in between it keeps back what happens to
 * them (a focus, say) from everybody else, to look at it later.
 */
export function isHydrated(): boolean {
  const root = document.getElementById("root");
  // Where React keeps the state of the whole page: a property of a random name.
  const key = Object.keys(root ?? {}).find((name) => name.startsWith("__reactContainer$"));
  if (!root || !key || !root.querySelector("main h1")) return false;
  // What React itself asks before it lets an event through.
  const { stateNode } = root[key as keyof typeof root] as unknown as ReactRoot;
  return !stateNode.current.memoizedState.isDehydrated;
}

type ReactRoot = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };

/** From the next page on, adds up by how much things move that nobody has touched (web.dev, CLS). */
export async function watchLayoutShift(page: Page): Promise<() => Promise<{ sum: number; moved: string[] }>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0, moved: [] as string[] };
    Object.assign(window, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      // The DOM types do not know layout shifts yet.
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
      // Two frames: what has just been drawn is reported after the next one.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return (window as unknown as { layoutShifts: { sum: number; moved: string[] } }).layoutShifts;
    });
}

type Shift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };

/** What the page says, in order, without what only a browser without scripts shows. */
export function textOf(page: Page): Promise<string> {
  return page.evaluate(readText, null);
}

/** The same of a document as the server sent it. */
export function textOfHtml(page: Page, html: string): Promise<string> {
  return page.evaluate(readText, html);
}

function readText(html: string | null): string {
  const source = html === null ? document : new DOMParser().parseFromString(html, "text/html");
  const root = source.getElementById("root")?.cloneNode(true);
  if (!(root instanceof Element)) throw new Error("the page has no #root");
  // A carousel says where it stands once it can be moved.
  for (const left of root.querySelectorAll("noscript, script, style, .carousel-controls")) left.remove();
  return (root.textContent ?? "").replace(/\s+/g, " ").trim();
}
