const NEAREST = { block: "nearest" } as const;
const CONTROLS = "a, button, input, select, textarea, summary";
/** What has the focus weighs more than all controls of a page. */
const FOCUS_WEIGHT = 1_000;

/**
 * Keeps the messages at the lower end of the window or, where they would cover what has the focus (which they are usually
 * about) or more controls, at the upper end. At the lower end the page leaves room for them. Returns what ends this.
 */
export function keepMessagesApart(region: HTMLElement): () => void {
  const place = () => {
    const { style } = document.documentElement;
    const [atBottom, atTop] = (["bottom", "top"] as const).map((end) => {
      region.dataset.end = end;
      return coveredBy(region);
    });
    // A dialog leaves room below it.
    const isAtTop = !document.querySelector("dialog[open]") && (atTop ?? 0) < (atBottom ?? 0);
    region.dataset.end = isAtTop ? "top" : "bottom";
    style.setProperty("--toasts", `${isAtTop ? 0 : region.offsetHeight}px`);
    if (!isAtTop && !region.contains(document.activeElement)) focused()?.scrollIntoView(NEAREST);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Node && !region.contains(target)) place();
  };
  const observer = window.ResizeObserver && new ResizeObserver(place);
  observer?.observe(region);
  document.addEventListener("focusin", onFocus);
  return () => {
    observer?.disconnect();
    document.removeEventListener("focusin", onFocus);
    document.documentElement.style.setProperty("--toasts", "0px");
  };
}

function focused(): Element | null {
  return document.activeElement?.closest(`${CONTROLS}, h1, h2, h3`) ?? null;
}

function coveredBy(region: HTMLElement): number {
  const box = region.getBoundingClientRect();
  const isCovered = (each: Element) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  };
  const inFocus = focused();
  const controls = [...document.querySelectorAll(CONTROLS)].filter((each) => !region.contains(each));
  return controls.filter(isCovered).length + (inFocus && isCovered(inFocus) ? FOCUS_WEIGHT : 0);
}
