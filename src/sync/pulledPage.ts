import type { z } from "zod";
import { z as zod } from "zod";
import type { PulledRows } from "../db/applyPull.ts";
import type { UserId } from "../domain/ids.ts";
import { pullReplySchema } from "../domain/protocol.ts";

const rowSchemas = pullReplySchema.shape.rows.shape;

/**
 * The reply with its rows still unread: one row, or one table, that a newer server has and this version does not
 * know must not make the whole page unreadable, or the queue behind it would never move again (offline rule 17).
 */
const pageSchema = pullReplySchema.extend({ rows: zod.record(zod.string(), zod.array(zod.unknown())) });

export type PulledReply = { epoch: string; cursor: number; hasMore: boolean; rows: PulledRows };

/** The page, if it is the real server's answer for exactly this learner (rule 11); else null. */
export function parsePulledPage(body: unknown, userId: UserId): PulledReply | null {
  const parsed = pageSchema.safeParse(body);
  if (!parsed.success || parsed.data.user_id !== userId) return null;
  const { epoch, cursor, has_more, rows } = parsed.data;
  return { epoch, cursor, hasMore: has_more, rows: sortRows(rows) };
}

/** Reads each row by its table's schema; what cannot be read is put aside for a version that can. */
export function sortRows(tables: Record<string, unknown[]>): PulledRows {
  const aside: PulledRows["aside"] = [];
  const read = <S extends z.ZodType>(table: string, schema: S): z.output<S>[] =>
    (tables[table] ?? []).flatMap((row) => {
      const parsed = schema.safeParse(row);
      if (parsed.success) return [parsed.data];
      aside.push({ table, row });
      return [];
    });

  const progress = read("course_progress", rowSchemas.course_progress.element);
  const attempts = read("quiz_attempts", rowSchemas.quiz_attempts.element);
  const achievements = read("user_achievements", rowSchemas.user_achievements.element);
  const fields = read("workbook_fields", rowSchemas.workbook_fields.element);
  const notes = read("lesson_notes", rowSchemas.lesson_notes.element);
  for (const [table, rows] of Object.entries(tables)) {
    if (!(table in rowSchemas)) aside.push(...rows.map((row) => ({ table, row })));
  }
  return { progress, attempts, achievements, fields, notes, aside };
}
