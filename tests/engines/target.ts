/** An element as a user identifies it: by its kind and its accessible name. */
export type Target = {
  css: string;
  /** The source of a regular expression that the accessible name matches. */
  name: string;
  /** In this part of the page only, as a CSS selector. */
  within?: string;
};
type Name = string | RegExp;

/** A pattern that matches this text and nothing else. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

const target = (css: string) => (name: Name, within?: string) => ({
  css,
  name: typeof name === "string" ? `^${literally(name)}$` : name.source,
  ...(within && { within }),
});

export const button = target("button, [role=button]");
export const link = target("a[href]");
export const field = target("input, textarea");
/** The part of a disclosure that is always visible. */
export const fold = target("summary");

/**
 * Runs in the page. Finds the single visible and enabled element, scrolls it into view, and waits until it has stopped
 * moving. Throws when there is none, or more than one. Playwright's locators support more of ARIA, but work only with its
 * own browser builds.
 */
export async function findElement({ css, name, within = "body" }: Target): Promise<Element> {
  const framesAtRest = 5;
  const textOf = (node: Node | null | undefined) => (node?.textContent ?? "").replace(/\s+/g, " ").trim();
  const nameOf = (element: Element) => {
    const label = element.getAttribute("aria-label");
    if (label !== null) return label;
    const labelledBy = element.getAttribute("aria-labelledby");
    if (labelledBy !== null)
      return labelledBy
        .split(" ")
        .map((id) => textOf(document.getElementById(id)))
        .join(" ");
    const labels = "labels" in element ? (element as HTMLInputElement).labels : null;
    return labels?.length ? textOf(labels[0]) : textOf(element);
  };
  const pattern = new RegExp(name);
  const found = [...document.querySelectorAll(within)]
    .flatMap((part) => [...part.querySelectorAll(css)])
    .filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled"),
    )
    .filter((element) => pattern.test(nameOf(element)));
  const [element] = found;
  if (!element || found.length > 1)
    throw new Error(`${found.length} elements in ${within} match ${css} ${name}`);
  element.scrollIntoView({ block: "center", behavior: "instant" });
  let [top, atRest] = [Number.NaN, 0];
  while (atRest < framesAtRest) {
    await new Promise(requestAnimationFrame);
    const nextTop = element.getBoundingClientRect().top;
    atRest = nextTop === top ? atRest + 1 : 0;
    top = nextTop;
  }
  return element;
}

/** Runs in the page. Returns its visible text. */
export function visibleText(): string {
  // biome-ignore lint/performance/useDomNodeTextContent: text that is hidden does not count
  return document.body.innerText;
}
