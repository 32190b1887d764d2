import { type RefObject, useEffect, useState } from "react";
import type { Span } from "../../domain/anchor.ts";
import type { TextIndex } from "./textIndex.ts";

/**
 * The selected span of the text, an empty span after a press on the text, or null. It outlives the selection while
 * focus is in `bar` or `bar` was pressed last: some browsers clear the selection when a button is pressed, and phone
 * browsers do not focus a tapped button.
 */
export function useSelectedText(
  index: TextIndex | null,
  bar: RefObject<HTMLElement | null>,
): { selected: Span | null; forget: () => void } {
  const [selected, setSelected] = useState<Span | null>(null);

  // Synchronises with the browser's selection.
  useEffect(() => {
    let isBarPressed = false;
    const notePress = ({ target }: Event) => {
      isBarPressed = target instanceof Node && (bar.current?.contains(target) ?? false);
    };
    const follow = () => {
      const selection = document.getSelection();
      const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
      const isInBar = isBarPressed || bar.current?.contains(document.activeElement);
      if ((!range || range.collapsed) && isInBar) return;
      if (!range || !index) return setSelected(null);
      if (!range.collapsed) return setSelected(index.spanOf(range));
      const start = index.caretOf(range);
      setSelected(start === null ? null : { start, end: start });
    };
    follow();
    document.addEventListener("selectionchange", follow);
    document.addEventListener("pointerdown", notePress, { capture: true });
    document.addEventListener("keydown", notePress, { capture: true });
    return () => {
      document.removeEventListener("selectionchange", follow);
      document.removeEventListener("pointerdown", notePress, { capture: true });
      document.removeEventListener("keydown", notePress, { capture: true });
    };
  }, [index, bar]);

  return {
    selected,
    forget() {
      document.getSelection()?.removeAllRanges();
      setSelected(null);
    },
  };
}
