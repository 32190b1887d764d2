import { type RefObject, useEffect, useState } from "react";
import { indexText, type TextIndex } from "./textIndex.ts";

/** The index of the text on the page, or null before the first render. A new `html` is indexed again. */
export function useTextIndex(text: RefObject<HTMLElement | null>, html: string): TextIndex | null {
  const [index, setIndex] = useState<TextIndex | null>(null);
  // Synchronises with the text, most of which React did not render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new html replaces the text in the same element
  useEffect(() => setIndex(text.current && indexText(text.current)), [text, html]);
  return index;
}
