import { type RefObject, useEffect } from "react";
import { isComposing } from "../../../../ui/form/isComposing.ts";

/** Elements that use the arrow keys themselves, or in which `/` is text. */
const OWN_KEYS = "input, textarea, select, dialog, [contenteditable]";

/**
 * `/` moves the focus to the search box, and the arrow keys move it from row to row. Enter then opens a row, because
 * its link has the focus.
 */
export function useListKeys(
  box: RefObject<HTMLInputElement | null>,
  rows: RefObject<HTMLElement | null>,
): void {
  // The keys work wherever the focus is on the page.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event))
        return;
      const target = targetOf(event, box.current, rows.current);
      if (!target) return;
      event.preventDefault();
      target.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [box, rows]);
}

/** The element that gets the focus, or null if the key is not one of the list's. */
function targetOf(
  { key, target }: KeyboardEvent,
  box: HTMLInputElement | null,
  rows: HTMLElement | null,
): HTMLElement | null {
  const from = target instanceof Element ? target : null;
  const isInBox = from === box;
  if (!isInBox && from?.closest(OWN_KEYS)) return null;
  if (key === "/") return isInBox ? null : box;
  const links = [...(rows?.querySelectorAll<HTMLElement>("a[data-row]") ?? [])];
  const current = links.findIndex((link) => link.closest("tr")?.contains(from));
  if (key === "ArrowDown") return links[current + 1] ?? null;
  if (key === "ArrowUp" && !isInBox) return current === 0 ? box : (links[current - 1] ?? null);
  return null;
}
