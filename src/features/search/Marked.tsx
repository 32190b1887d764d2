import { Fragment } from "react";
import type { Piece } from "../../domain/searchSnippet.ts";

/** A text with the search matches marked. */
export function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, isHit }, index) => {
    // Pieces have no identity and are never reordered.
    const key = `${index}`;
    if (!isHit) return <Fragment key={key}>{text}</Fragment>;
    return (
      <mark key={key} className="rounded-sm bg-highlight-soft font-semibold text-highlight-ink">
        {text}
      </mark>
    );
  });
}
