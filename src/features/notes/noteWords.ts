import { formatMoment } from "../../domain/text/dates.ts";
import type { NoteColour, NoteVersion } from "../../entities/note/note.ts";
import { msOf } from "../../entities/stamp.ts";

export const COLOUR_NAMES: Record<NoteColour, string> = {
  ochre: "Ochre",
  indigo: "Indigo",
  forest: "Forest",
};

/** When a version was written, in the reader's time zone. */
export function writtenAt({ stamp }: Pick<NoteVersion, "stamp">): string {
  return formatMoment(msOf(stamp));
}

const EXCERPT_CHARACTERS = 40;

/** The beginning of a note, which distinguishes it from other notes. */
export function excerpt({ body, anchor }: Pick<NoteVersion, "body" | "anchor">): string {
  const characters = [...(body || (anchor?.quote ?? "")).replace(/\s+/g, " ")];
  const start = characters.slice(0, EXCERPT_CHARACTERS).join("");
  return characters.length > EXCERPT_CHARACTERS ? `${start}…` : start;
}
