import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { KINDS } from "../../src/entities/registry.ts";
import { type AnyKind, joinRows, type SentRow, sentForm, type StudyStart } from "../../src/entities/row.ts";
import { withBackend } from "../support/backend.ts";
import { copiesOf } from "../support/kindSamples.ts";
import { publishLesson } from "../support/lessons.ts";
import { IS_DEEP, timeBox } from "../support/timeBox.ts";

const SEED = 20261120;
const QUICK_RUNS = 30;
/** In depth, as many of them as there is time for. */
const RUNS = IS_DEEP ? 1_000 : QUICK_RUNS;
const TEST_LIMIT_MS = 240_000;
/** In the middle of the generated times, so that some completions are earlier than the enrolment. */
const START: StudyStart = { registeredAt: "2025-01-01T00:00:00.000Z", enrolledAt: "2025-06-01T08:00:00.000Z" };
const backend = withBackend();

/** Copies of one row, and indexes into them: each at least once, in any order, some repeated. */
const inAnyOrder = (kind: AnyKind) =>
  fc.array(copiesOf(kind), { minLength: 1, maxLength: 6 }).chain((sent) =>
    fc.record({
      sent: fc.constant(sent),
      delivered: fc
        .tuple(
          fc.shuffledSubarray([...sent.keys()], { minLength: sent.length }),
          fc.array(fc.nat({ max: sent.length - 1 }), { maxLength: 4 }),
        )
        .map(([all, again]) => [...all, ...again]),
    }),
  );

async function newLearner(): Promise<string> {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  await backend.query("update auth.users set created_at = $2 where id = $1", [learner.id, START.registeredAt]);
  await backend.query("update orders set paid_at = $2 where user_id = $1", [learner.id, START.enrolledAt]);
  return learner.id;
}

/** What the database has after these rows, in the form in which devices send it. */
async function storedAfter(kind: AnyKind, user: string, rows: readonly SentRow[]): Promise<SentRow | undefined> {
  for (const row of rows) {
    await backend.query("select private.lock_clock($1)", [user]);
    const [answer] = await backend.query<{ code: string | null }>(
      "select private.handle_row($1, $2, now() + interval '1 minute') as code",
      [user, JSON.stringify(row)],
    );
    expect(answer?.code).toBeNull();
  }
  const [stored] = await backend.query<SentRow>(
    "select kind, key, content, stamp::text from private.synced_rows where user_id = $1 and kind = $2",
    [user, kind.kind],
  );
  return stored && sentForm(kind, { ...stored, ...(stored.stamp === null && { stamp: undefined }) });
}

describe.each(KINDS.map((kind) => [kind.kind, kind] as const))("copies of a row: %s", (_, kind) => {
  it(
    "have the same join on every device and in the database, in any order and number",
    async () => {
      for (const lessonId of ["1", "2", "3", "11"] as const) await publishLesson(backend, lessonId);
      await backend.query(
        "insert into private.workbook_field_ids (course_id, field_id) values ($1, 'l03-prompt') on conflict do nothing",
        [COURSE_ID],
      );
      await fc.assert(
        fc.asyncProperty(
          inAnyOrder(kind),
          timeBox(QUICK_RUNS, async ({ sent, delivered }) => {
            const user = await newLearner();
            const rows = delivered.flatMap((index) => sent[index] ?? []);
            const forms = rows.map((row) => sentForm(kind, row));
            const joined = rows.reduce((a, b) => joinRows(kind, a, b, "theirs"));
            const dated = kind.dated ? { ...joined, content: kind.dated(joined.content, START) } : joined;
            expect(await storedAfter(kind, user, forms)).toEqual(sentForm(kind, dated));
            await backend.query("delete from auth.users where id = $1", [user]);
          }),
        ),
        { numRuns: RUNS, seed: SEED },
      );
    },
    TEST_LIMIT_MS,
  );
});
