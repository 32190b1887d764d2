const BLOCKS = "p, li, dd, dt, td, th, h2, h3, h4, blockquote, figcaption";

/** Scrolls to a part of the text, shows its step, opens the disclosures around it, and moves focus there. */
export function showRange(range: Range): void {
  const element = range.startContainer.parentElement;
  // The player shows a step when the browser's search finds something in it.
  element?.closest("[hidden]")?.dispatchEvent(new Event("beforematch", { bubbles: true }));
  for (let fold = element?.closest("details"); fold; fold = fold.parentElement?.closest("details"))
    fold.open = true;
  element?.scrollIntoView({ block: "center" });
  focusRange(range);
}

/** Moves focus, so that the keyboard and screen readers continue from here. */
export function focusRange(range: Range): void {
  const block = range.startContainer.parentElement?.closest<HTMLElement>(BLOCKS);
  if (!block) return;
  if (!block.hasAttribute("tabindex")) block.tabIndex = -1;
  block.focus({ preventScroll: true });
}
