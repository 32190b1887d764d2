import * as z from "zod/mini";
import { COURSE_ID, LESSON_IDS, type OpId } from "../../domain/ids.ts";
import { defineEntity } from "../entity.ts";
import { instant, rev, storedInstant, text, uuid } from "../wire.ts";
import {
  CONTEXT_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_QUOTE_CHARACTERS,
  NOTE_COLOURS,
  type NoteVersion,
  noteOp,
} from "./note.ts";

const anchor = z.object({
  quote: text(MAX_QUOTE_CHARACTERS).check(z.minLength(1)),
  prefix: text(CONTEXT_CHARACTERS),
  suffix: text(CONTEXT_CHARACTERS),
});

/** Versions of notes and highlights are a set. The op id identifies a version on all devices. */
export const noteSync = defineEntity({
  type: "note",
  store: "notes",
  serverTable: "lesson_notes",
  payload: z
    .object({
      note_id: uuid,
      course_id: z.literal(COURSE_ID),
      lesson_id: z.enum(LESSON_IDS),
      lesson_version: z.int().check(z.positive()),
      anchor: z.nullable(anchor),
      colour: z.nullable(z.enum(NOTE_COLOURS)),
      body: text(MAX_NOTE_CHARACTERS),
      deleted: z.boolean(),
      written_at: instant,
    })
    .check(
      z.refine(({ anchor, colour }) => (anchor === null) === (colour === null)),
      z.refine(({ anchor, body, deleted }) => deleted === (anchor === null && body === "")),
    ),
  wireRow: z.object({
    op_id: uuid,
    note_id: uuid,
    course_id: z.string(),
    lesson_id: z.enum(LESSON_IDS),
    lesson_version: z.int().check(z.positive()),
    anchor: z.nullable(z.object({ quote: z.string(), prefix: z.string(), suffix: z.string() })),
    colour: z.nullable(z.enum(NOTE_COLOURS)),
    body: z.string(),
    deleted: z.boolean(),
    written_at: instant,
    rev,
  }),
  keyOf: (row: NoteVersion) => row.opId,
  // The schema has checked that the op id is a UUID.
  fromWire: (row) => ({
    ...versionOf(row),
    writtenAt: storedInstant(row.written_at),
    opId: row.op_id as OpId,
  }),
  fromOp: (payload, opId) => ({ ...versionOf(payload), writtenAt: payload.written_at, opId }),
  offers: (row) => [noteOp(row)],
  ranked: (row, writtenAt) => ({ ...row, writtenAt }),
});

/** The fields that an op and a row from the server have in common. */
function versionOf(said: {
  note_id: string;
  lesson_id: NoteVersion["lessonId"];
  lesson_version: number;
  anchor: NoteVersion["anchor"];
  colour: NoteVersion["colour"];
  body: string;
  deleted: boolean;
}) {
  const { note_id: noteId, lesson_id: lessonId, lesson_version: lessonVersion } = said;
  const { anchor, colour, body, deleted } = said;
  return { noteId, lessonId, lessonVersion, anchor, colour, body, deleted };
}
