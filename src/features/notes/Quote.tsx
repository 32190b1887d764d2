import type { NoteColour } from "../../entities/note/note.ts";
import { cx } from "../../ui/cx.ts";

const EDGES: Record<NoteColour, string> = {
  ochre: "border-highlight",
  indigo: "border-note",
  forest: "border-done",
};

/** Words of a lesson that the learner highlighted. */
export function Quote({ words, colour }: { words: string; colour: NoteColour | null }) {
  return (
    <blockquote className={cx("border-l-4 pl-4 font-display wrap-anywhere", EDGES[colour ?? "ochre"])}>
      {words}
    </blockquote>
  );
}
