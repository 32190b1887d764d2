import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { moduleOf } from "../../src/domain/course/course.ts";
import { COURSE_ID, type LessonId } from "../../src/domain/ids.ts";
import type { AchievementType } from "../../src/entities/achievement/achievement.ts";
import {
  MAX_ROWS_PER_PULL,
  type Op,
  type PullReply,
  type PushReply,
  pullReplySchema,
  pushReplySchema,
} from "../../src/entities/protocol.ts";
import { ANSWER_KEY } from "./lessons.ts";

export const LONG_AGO = "2026-03-01T09:00:00.000Z";

const envelope = () => ({ op_id: randomUUID(), v: 1 as const, client_at: LONG_AGO });

export function progressOp(lessonId: LessonId, completedAt = LONG_AGO): Op {
  return {
    ...envelope(),
    type: "progress",
    payload: {
      course_id: COURSE_ID,
      module_id: moduleOf(lessonId).id,
      lesson_id: lessonId,
      completed_at: completedAt,
    },
  };
}

type AttemptPayload = Extract<Op, { type: "attempt" }>["payload"];

export function attemptOp(lessonId: LessonId, changes: Partial<AttemptPayload> = {}): Op {
  return {
    ...envelope(),
    type: "attempt",
    payload: {
      id: randomUUID(),
      course_id: COURSE_ID,
      lesson_id: lessonId,
      lesson_version: 1,
      answers: ANSWER_KEY,
      taken_at: LONG_AGO,
      ...changes,
    },
  };
}

export function achievementOp(type: AchievementType): Op {
  return { ...envelope(), type: "achievement", payload: { achievement_type: type } };
}

type WorkbookPayload = Extract<Op, { type: "workbook" }>["payload"];

export function workbookOp(fieldId: string, value: string, changes: Partial<WorkbookPayload> = {}): Op {
  return {
    ...envelope(),
    type: "workbook",
    payload: { course_id: COURSE_ID, field_id: fieldId, value, written_at: LONG_AGO, ...changes },
  };
}

type NotePayload = Extract<Op, { type: "note" }>["payload"];

/** A note on a whole lesson, unless the changes make it a highlight. */
export function noteOp(
  lessonId: LessonId,
  body: string,
  changes: Partial<NotePayload> = {},
): Extract<Op, { type: "note" }> {
  return {
    ...envelope(),
    type: "note",
    payload: {
      note_id: randomUUID(),
      course_id: COURSE_ID,
      lesson_id: lessonId,
      lesson_version: 1,
      anchor: null,
      colour: null,
      body,
      deleted: false,
      written_at: LONG_AGO,
      ...changes,
    },
  };
}

type PlacePayload = Extract<Op, { type: "place" }>["payload"];

export function placeOp(lessonId: LessonId, step: number, changes: Partial<PlacePayload> = {}): Op {
  const position = { step, part: 0, share: 0, furthest: step };
  return {
    ...envelope(),
    type: "place",
    payload: { course_id: COURSE_ID, lesson_id: lessonId, ...position, written_at: LONG_AGO, ...changes },
  };
}

type CapstonePayload = Extract<Op, { type: "capstone" }>["payload"];

export function capstoneOp(changes: Partial<CapstonePayload> = {}) {
  const texts = { "l11-purpose": "A chatbot for tenants.", "l11-diligence": "I used no AI." };
  const payload = {
    id: randomUUID(),
    course_id: COURSE_ID,
    attempt: 1 as const,
    texts,
    handed_in_at: LONG_AGO,
  };
  return { ...envelope(), type: "capstone" as const, payload: { ...payload, ...changes } };
}

/** Sends ops unchecked, because tests send invalid ones too, and parses the reply. Throws the backend's errors. */
export async function push(client: SupabaseClient, ops: unknown): Promise<PushReply> {
  const { data, error } = await client.rpc("sync_push", { ops });
  if (error) throw error;
  return pushReplySchema.parse(data);
}

/** The outcome of each op: its status, or the code of its refusal. */
export async function outcomes(client: SupabaseClient, ops: unknown): Promise<string[]> {
  const { results } = await push(client, ops);
  return results.map((result) => (result.status === "rejected" ? result.code : result.status));
}

export async function pull(
  client: SupabaseClient,
  cursor: number,
  maxRows = MAX_ROWS_PER_PULL,
): Promise<PullReply> {
  const { data, error } = await client.rpc("sync_pull", { cursor, max_rows: maxRows });
  if (error) throw error;
  return pullReplySchema.parse(data);
}
