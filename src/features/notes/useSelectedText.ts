import { type RefObject, useEffect, useState } from "react";
import type { Span } from "../../domain/anchor.ts";
import type { TextIndex } from "./textIndex.ts";

/**
 * The part of the text that is selected, an empty one where somebody pressed on the text, or null. It outlives the
 * selection while the focus is in `bar`, because some browsers end the selection when a button is pressed.
 */
export function useSelectedText(
  index: TextIndex | null,
  bar: RefObject<HTMLElement | null>,
): { selected: Span | null; forget: () => void } {
  const [selected, setSelected] = useState<Span | null>(null);

  // Synchronises with the browser's selection.
  useEffect(() => {
    const follow = () => {
      const selection = document.getSelection();
      const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
      if ((!range || range.collapsed) && bar.current?.contains(document.activeElement)) return;
      if (!range || !index) return setSelected(null);
      if (!range.collapsed) return setSelected(index.spanOf(range));
      const start = index.caretOf(range);
      setSelected(start === null ? null : { start, end: start });
    };
    follow();
    document.addEventListener("selectionchange", follow);
    return () => document.removeEventListener("selectionchange", follow);
  }, [index, bar]);

  return {
    selected,
    forget() {
      document.getSelection()?.removeAllRanges();
      setSelected(null);
    },
  };
}
