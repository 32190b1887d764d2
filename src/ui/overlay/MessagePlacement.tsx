import { useEffect } from "react";

const CONTROLS = "a, button, input, select, textarea, summary";
/** What has the focus weighs more than all controls of a page. */
const FOCUS_WEIGHT = 1_000;
/** What a buyer must be able to read at any time, such as the total, weighs more than anything else. */
const KEPT_CLEAR = "[data-keep-clear]";
const KEPT_CLEAR_WEIGHT = 1_000_000;

/**
 * Keeps the messages at the lower end of the window or, where they would cover what has the focus (which they are usually
 * about) or more controls, at the upper end. At the lower end the page leaves room for them. They never cover what is kept
 * clear, even while the page is scrolled.
 */
export default function MessagePlacement() {
  useEffect(() => {
    const region = document.querySelector<HTMLElement>(".toasts");
    if (!region) return;
    const onFocus = ({ target }: FocusEvent) => {
      // What is being pressed must not move.
      if (target instanceof Element && !target.matches(":active") && !region.contains(target)) place(region);
    };
    const observer =
      window.ResizeObserver &&
      new ResizeObserver((changes) => {
        if (changes.some(({ target }) => target === region)) place(region);
        else keepClear(region);
      });
    observer?.observe(region);
    observer?.observe(document.body);
    let frame = 0;
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => keepClear(region));
    };
    document.addEventListener("scroll", onScroll, { passive: true });
    document.addEventListener("focusin", onFocus);
    return () => {
      observer?.disconnect();
      cancelAnimationFrame(frame);
      document.removeEventListener("scroll", onScroll);
      document.removeEventListener("focusin", onFocus);
      leaveRoom(0);
    };
  }, []);
  return null;
}

function place(region: HTMLElement): void {
  const [atBottom = 0, atTop = 0] = (["bottom", "top"] as const).map((end) => {
    region.dataset.end = end;
    return coveredBy(region);
  });
  // A dialog leaves room below it.
  const isAtTop = !document.querySelector("dialog[open]") && atTop < atBottom;
  region.dataset.end = isAtTop ? "top" : "bottom";
  leaveRoom(isAtTop ? 0 : region.offsetHeight);
  if (!isAtTop && !region.contains(document.activeElement)) focused()?.scrollIntoView({ block: "nearest" });
}

/** Moves the messages to the other end if they have come to cover what is kept clear. Scrolls nothing. */
function keepClear(region: HTMLElement): void {
  const { end } = region.dataset;
  if (coveredBy(region) < KEPT_CLEAR_WEIGHT) return;
  region.dataset.end = end === "top" ? "bottom" : "top";
  if (coveredBy(region) >= KEPT_CLEAR_WEIGHT) region.dataset.end = end;
  else if (end === "top") leaveRoom(region.offsetHeight);
}

function leaveRoom(pixels: number): void {
  document.documentElement.style.setProperty("--toasts", `${pixels}px`);
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
  return (
    controls.filter(isCovered).length +
    (inFocus && isCovered(inFocus) ? FOCUS_WEIGHT : 0) +
    ([...document.querySelectorAll(KEPT_CLEAR)].some(isCovered) ? KEPT_CLEAR_WEIGHT : 0)
  );
}
