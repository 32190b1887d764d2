import { type RefObject, useEffect, useState } from "react";
import { indexText, type TextIndex } from "./textIndex.ts";

/** The index of a text that is on the page; null until it was read. A new `html` is a new text. */
export function useTextIndex(text: RefObject<HTMLElement | null>, html: string): TextIndex | null {
  const [index, setIndex] = useState<TextIndex | null>(null);
  // Synchronises with the text, most of which React did not make.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another html is another text in the same place
  useEffect(() => setIndex(text.current && indexText(text.current)), [text, html]);
  return index;
}
