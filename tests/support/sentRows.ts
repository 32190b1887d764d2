import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { v7 } from "uuid";
import type { LessonId } from "../../src/domain/ids.ts";
import { type AchievementType, achievement } from "../../src/entities/achievement/achievement.ts";
import { attempt } from "../../src/entities/attempt/attempt.ts";
import { capstone } from "../../src/entities/capstone/capstone.ts";
import { lessonPlace } from "../../src/entities/lessonPlace/lessonPlace.ts";
import {
  MAX_ROWS_PER_PULL,
  PROTOCOL_VERSION,
  type PullReply,
  type PushReply,
  pullReplySchema,
  pushReplySchema,
} from "../../src/entities/messages.ts";
import { note } from "../../src/entities/note/note.ts";
import { progress } from "../../src/entities/progress/progress.ts";
import { KINDS } from "../../src/entities/registry.ts";
import { type AnyKind, type SentRow, sentForm } from "../../src/entities/row.ts";
import { newStamp } from "../../src/entities/stamp.ts";
import { workbookField } from "../../src/entities/workbookField/workbookField.ts";
import { oneOfEach } from "./kindSamples.ts";
import { ANSWER_KEY } from "./lessons.ts";
import type { Learner, TestBackend } from "./server/backend.ts";

/** Rows as devices send them. Changes replace fields of the content. */

export const LONG_AGO = "2026-03-01T09:00:00.000Z";

type Changes = Record<string, unknown>;
/** A row of a test, whose content may be changed into an invalid one. */
export type TestRow = { kind: string; key: string; content: Record<string, unknown>; stamp?: string };

function rowOf(kind: AnyKind, content: Record<string, unknown>): TestRow {
  return { kind: kind.kind, key: String(kind.keyOf(content)), content };
}

/** One row of each kind as devices send it, with new ids. */
export function sentSamples(): { kind: AnyKind; row: TestRow }[] {
  const rows = oneOfEach();
  // The content of a sample is a plain object.
  return KINDS.map((kind, index) => ({ kind, row: sentForm(kind, rows[index] as SentRow) as TestRow }));
}

/** A row whose content has these changes, with the key that follows from it. */
export function changed(kind: AnyKind, { content, stamp }: TestRow, changes: Changes): TestRow {
  return { ...rowOf(kind, { ...content, ...changes }), ...(stamp !== undefined && { stamp }) };
}

/** An enrolled learner on a new device. */
export async function enrolled(
  backend: TestBackend,
): Promise<{ learner: Learner; id: string; client: SupabaseClient }> {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  return { learner, id: learner.id, client: await backend.clientFor(learner) };
}

const stamped = (row: TestRow, at: string): TestRow => ({ ...row, stamp: newStamp(Date.parse(at)) });

export function progressRow(lessonId: LessonId, completedAt = LONG_AGO, changes: Changes = {}): TestRow {
  return rowOf(progress, { lessonId, completed: true, completedAt, ...changes });
}

export function attemptRow(lessonId: LessonId, changes: Changes = {}): TestRow {
  const taken = { lessonVersion: 1, answers: ANSWER_KEY, takenAt: LONG_AGO };
  return rowOf(attempt, { id: randomUUID(), lessonId, ...taken, ...changes });
}

export function achievementRow(type: AchievementType): TestRow {
  return rowOf(achievement, { type });
}

export function fieldRow(fieldId: string, value: unknown, at = LONG_AGO): TestRow {
  return stamped(rowOf(workbookField, { fieldId, value }), at);
}

/** A version of a note on a whole lesson, unless the changes make it a highlight. */
export function noteRow(lessonId: LessonId, body: string, changes: Changes = {}, at = LONG_AGO): TestRow {
  const plain = { noteId: v7(), lessonId, lessonVersion: 1, anchor: null, colour: null, deleted: false };
  return stamped(rowOf(note, { id: v7(), ...plain, body, ...changes }), at);
}

export function placeRow(lessonId: LessonId, step: number, changes: Changes = {}, at = LONG_AGO): TestRow {
  return stamped(rowOf(lessonPlace, { lessonId, step, part: 0, share: 0, furthest: step, ...changes }), at);
}

export function capstoneRow(changes: Changes = {}): TestRow {
  const texts = { "l11-purpose": "A chatbot for tenants.", "l11-diligence": "I used no AI." };
  return rowOf(capstone, { id: randomUUID(), attempt: 1, texts, handedInAt: LONG_AGO, ...changes });
}

/** Sends rows unchecked, because tests send invalid ones too, and parses the reply. Throws the backend's errors. */
export async function push(client: SupabaseClient, rows: unknown): Promise<PushReply> {
  const { data, error } = await client.rpc("sync_push", { version: PROTOCOL_VERSION, rows });
  if (error) throw error;
  return pushReplySchema.parse(data);
}

/** The outcome of each row: ok, or the code of its refusal. */
export async function outcomes(client: SupabaseClient, rows: unknown): Promise<string[]> {
  const { answers } = await push(client, rows);
  return answers.map(({ code }) => code ?? "ok");
}

export async function pull(
  client: SupabaseClient,
  cursor: number | null,
  maxRows = MAX_ROWS_PER_PULL,
): Promise<PullReply> {
  const waiting = { unsent: null, refused: null };
  const { data, error } = await client.rpc("sync_pull", {
    version: PROTOCOL_VERSION,
    cursor,
    epoch: null,
    seen: null,
    max_rows: maxRows,
    ...waiting,
  });
  if (error) throw error;
  return pullReplySchema.parse(data);
}

/** The contents of one kind in a reply, in the order of their revisions. */
export function contentsOf({ rows }: Pick<PullReply, "rows">, kind: string): Record<string, unknown>[] {
  return rows.filter((row) => row.kind === kind).map(({ content }) => content);
}
