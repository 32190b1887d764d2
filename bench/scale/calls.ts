import { LESSON_IDS, type LessonId } from "../../src/domain/ids.ts";
import { MAX_ROWS_PER_PULL, type Op, pullReplySchema, pushReplySchema } from "../../src/entities/protocol.ts";
import { ANSWER_KEY } from "../../tests/support/lessons.ts";
import { attemptOp, noteOp, progressOp, workbookOp } from "../../tests/support/ops.ts";
import { callAs, type Learner, type Lent } from "./database.ts";

/** What a device sends after half an hour of study: a quiz, its completion, two texts and a note, all just made. */
export function freshOps(round: number): Op[] {
  const lessonId = LESSON_IDS[round % LESSON_IDS.length] as LessonId; // the remainder is an index
  const at = new Date(Date.now() - 1000).toISOString();
  const field = `l${lessonId.padStart(2, "0")}-scale-`;
  return [
    attemptOp(lessonId, { answers: ANSWER_KEY, taken_at: at }),
    progressOp(lessonId, at),
    workbookOp(`${field}1`, `Text ${round}`, { written_at: at }),
    workbookOp(`${field}2`, `Text ${round}`, { written_at: at }),
    noteOp(lessonId, `Note ${round}`, { written_at: at }),
  ];
}

/** Throws when the server refuses an op: the bench would measure something else. */
export async function push(lent: Pick<Lent, "client">, learner: Learner, ops: readonly Op[]): Promise<void> {
  const sql = "select sync_push($1) as result";
  const { results } = pushReplySchema.parse(await callAs(lent, learner, sql, [JSON.stringify(ops)]));
  const refused = results.find(({ status }) => status === "rejected");
  if (refused) throw new Error(`the server refused an op: ${JSON.stringify(refused)}`);
}

/** Returns the new cursor. */
export async function pull(lent: Pick<Lent, "client">, learner: Learner, cursor: number): Promise<number> {
  const sql = "select sync_pull($1, $2) as result";
  return pullReplySchema.parse(await callAs(lent, learner, sql, [cursor, MAX_ROWS_PER_PULL])).cursor;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
