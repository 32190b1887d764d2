import { z } from "zod";
import { ACHIEVEMENT_TYPES } from "./achievements.ts";
import { COURSE_ID, LESSON_IDS, MODULE_IDS } from "./ids.ts";
import { CONTEXT_CHARACTERS, MAX_NOTE_CHARACTERS, MAX_QUOTE_CHARACTERS, NOTE_COLOURS } from "./notes.ts";
import { OPTIONS_PER_QUESTION, QUESTIONS_PER_QUIZ } from "./quiz.ts";
import { storableText } from "./storableText.ts";
import { fieldText, WORKBOOK_FIELD_ID } from "./workbook.ts";

/**
 * The messages of `sync_push` and `sync_pull`. The browser builds and parses with these; the database
 * functions of the same names check the same rules in SQL (tests send both sides the same bad messages).
 */

export const MAX_OPS_PER_PUSH = 100;
export const MAX_ROWS_PER_PULL = 500;

const instant = z.iso.datetime({ offset: true });
const uuid = z.uuid();

/** A text of at most so many characters that a database can store. */
const text = (most: number) => z.string().refine((value) => storableText(value, most) === value);

const op = <Type extends string, Payload extends z.ZodType>(type: Type, payload: Payload) =>
  z.object({ op_id: uuid, type: z.literal(type), v: z.literal(1), client_at: instant, payload });

export const opSchema = z.discriminatedUnion("type", [
  /** A lesson was completed on the device, by button or by quiz. */
  op(
    "progress",
    z.object({
      course_id: z.literal(COURSE_ID),
      module_id: z.enum(MODULE_IDS),
      lesson_id: z.enum(LESSON_IDS),
      completed_at: instant,
    }),
  ),
  /** A quiz was submitted. The server grades the answers again and joins score and completion into progress. */
  op(
    "attempt",
    z.object({
      id: uuid,
      course_id: z.literal(COURSE_ID),
      lesson_id: z.enum(LESSON_IDS),
      lesson_version: z.int().positive(),
      answers: z
        .array(
          z
            .int()
            .min(0)
            .max(OPTIONS_PER_QUESTION - 1),
        )
        .length(QUESTIONS_PER_QUIZ),
      taken_at: instant,
    }),
  ),
  op("achievement", z.object({ achievement_type: z.enum(ACHIEVEMENT_TYPES) })),
  /** A field of the workbook was written. Its op id tells this write from every other, on all devices. */
  op(
    "workbook",
    z.object({
      course_id: z.literal(COURSE_ID),
      field_id: z.string().regex(WORKBOOK_FIELD_ID),
      value: z.string().refine((value) => fieldText(value) === value),
      written_at: instant,
    }),
  ),
  /** A version of a note or highlight. Its op id is the version's name on all devices. */
  op(
    "note",
    z
      .object({
        note_id: uuid,
        course_id: z.literal(COURSE_ID),
        lesson_id: z.enum(LESSON_IDS),
        lesson_version: z.int().positive(),
        anchor: z
          .object({
            quote: text(MAX_QUOTE_CHARACTERS).min(1),
            prefix: text(CONTEXT_CHARACTERS),
            suffix: text(CONTEXT_CHARACTERS),
          })
          .nullable(),
        colour: z.enum(NOTE_COLOURS).nullable(),
        body: text(MAX_NOTE_CHARACTERS),
        deleted: z.boolean(),
        written_at: instant,
      })
      .refine(({ anchor, colour }) => (anchor === null) === (colour === null))
      .refine(({ anchor, body, deleted }) => deleted === (anchor === null && body === "")),
  ),
]);
export type Op = z.infer<typeof opSchema>;

/**
 * `rejected` ops are judged again each time they are sent; `code` is invalid, not_entitled, unknown_version,
 * unknown_type, unknown_field, too_many or too_many_today. `written_at` comes with workbook and note ops: the time that the server ranks them by.
 */
const opResultSchema = z.discriminatedUnion("status", [
  z.object({ op_id: uuid, status: z.enum(["ok", "duplicate"]), written_at: instant.optional() }),
  z.object({ op_id: uuid, status: z.literal("rejected"), code: z.string() }),
]);

export const pushReplySchema = z.object({
  user_id: uuid,
  epoch: uuid,
  results: z.array(opResultSchema).max(MAX_OPS_PER_PUSH),
});
export type PushReply = z.infer<typeof pushReplySchema>;

const rev = z.int().nonnegative();

const progressRowSchema = z.object({
  course_id: z.string(),
  module_id: z.enum(MODULE_IDS),
  lesson_id: z.enum(LESSON_IDS),
  completed: z.boolean(),
  completed_at: instant.nullable(),
  quiz_score: z.int().min(0).max(100).nullable(),
  rev,
});
const attemptRowSchema = z.object({
  id: uuid,
  course_id: z.string(),
  lesson_id: z.enum(LESSON_IDS),
  lesson_version: z.int().positive(),
  answers: z.array(z.int()),
  score: z.int().min(0).max(100),
  passed: z.boolean(),
  taken_at: instant,
  received_at: instant,
  rev,
});
const achievementRowSchema = z.object({
  achievement_type: z.enum(ACHIEVEMENT_TYPES),
  achievement_name: z.string(),
  rev,
});
const workbookRowSchema = z.object({
  course_id: z.string(),
  field_id: z.string().regex(WORKBOOK_FIELD_ID),
  value: z.string(),
  written_at: instant,
  op_id: uuid,
  rev,
});
const noteRowSchema = z.object({
  op_id: uuid,
  note_id: uuid,
  course_id: z.string(),
  lesson_id: z.enum(LESSON_IDS),
  lesson_version: z.int().positive(),
  anchor: z.object({ quote: z.string(), prefix: z.string(), suffix: z.string() }).nullable(),
  colour: z.enum(NOTE_COLOURS).nullable(),
  body: z.string(),
  deleted: z.boolean(),
  written_at: instant,
  rev,
});
export type ProgressRow = z.infer<typeof progressRowSchema>;
export type AttemptRow = z.infer<typeof attemptRowSchema>;
export type AchievementRow = z.infer<typeof achievementRowSchema>;
export type WorkbookRow = z.infer<typeof workbookRowSchema>;
export type NoteRow = z.infer<typeof noteRowSchema>;

export const pullReplySchema = z.object({
  user_id: uuid,
  epoch: uuid,
  /** Send this back next time. Every row up to and including this revision has been delivered. */
  cursor: rev,
  has_more: z.boolean(),
  rows: z.object({
    course_progress: z.array(progressRowSchema),
    quiz_attempts: z.array(attemptRowSchema),
    user_achievements: z.array(achievementRowSchema),
    workbook_fields: z.array(workbookRowSchema),
    lesson_notes: z.array(noteRowSchema),
  }),
});
export type PullReply = z.infer<typeof pullReplySchema>;
