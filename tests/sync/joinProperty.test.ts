import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type CapstoneHandIn, handInsOf } from "../../src/entities/capstone/capstone.ts";
import { KEPT_VERSIONS } from "../../src/entities/note/note.ts";
import { joinProgress, type Progress, progress } from "../../src/entities/progress/progress.ts";
import { KINDS, kindOf } from "../../src/entities/registry.ts";
import { joinRows, type SentRow, type StudyStart, sentForm } from "../../src/entities/row.ts";
import { newStamp } from "../../src/entities/stamp.ts";
import { copiesOf, instants } from "../support/kindSamples.ts";
import { publishLesson } from "../support/lessons.ts";
import { capstoneRow, noteRow } from "../support/sentRows.ts";
import { withBackend } from "../support/server/backend.ts";
import { IS_DEEP, timeBox } from "../support/timeBox.ts";

const SEED = 20261120;
const QUICK_RUNS = 30;
const FEW_RUNS = 8;
/** In depth, as many of them as there is time for. */
const RUNS = IS_DEEP ? 1_000 : QUICK_RUNS;
const TEST_LIMIT_MS = 240_000;
/** In the middle of the generated times, so that some completions are earlier than the enrolment. */
const START: StudyStart = {
  registeredAt: "2025-01-01T00:00:00.000Z",
  enrolledAt: "2025-06-01T08:00:00.000Z",
};
const TABLES = [
  ...[
    "study_rows",
    "course_progress",
    "quiz_attempts",
    "user_achievements",
    "capstone_hand_ins",
    "sync_clock",
  ],
];
const backend = withBackend();
let user: string;

beforeAll(async () => {
  await publishLesson(backend, "2");
  const learner = await backend.signUp();
  user = learner.id;
  await backend.enrol(learner);
  await backend.query("update course_enrollments set started_at = $2 where user_id = $1", [
    user,
    START.enrolledAt,
  ]);
});

/** What was sent, and indexes into it: each at least once, in any order, some repeated. */
const inAnyOrder = <T>(lists: fc.Arbitrary<T[]>) =>
  lists.chain((sent) =>
    fc
      .tuple(
        fc.shuffledSubarray(sent, { minLength: sent.length }),
        fc.array(fc.nat({ max: sent.length - 1 }), { maxLength: 4 }),
      )
      .map(([all, again]) => ({ sent, delivered: [...all, ...again.flatMap((index) => sent[index] ?? [])] })),
  );

function check<T>(
  values: fc.Arbitrary<T>,
  property: (value: T) => Promise<void>,
  runs = QUICK_RUNS,
): Promise<void> {
  const alone = timeBox(runs, async (value: T) => {
    for (const table of TABLES) await backend.query(`delete from ${table} where user_id = $1`, [user]);
    await backend.query("select private.lock_clock($1)", [user]);
    await property(value);
  });
  return fc.assert(fc.asyncProperty(values, alone), { numRuns: IS_DEEP ? RUNS : runs, seed: SEED });
}

async function deliver(rows: readonly SentRow[]): Promise<void> {
  for (const row of rows) {
    const [answer] = await backend.query<{ code: string | null }>(
      "select private.handle_row($1, $2, now() + interval '1 minute') as code",
      [user, JSON.stringify(row)],
    );
    expect(answer?.code).toBeNull();
  }
}

/** The rows of the database, and their revisions. */
const stored = () =>
  backend.query<SentRow & { rev: number }>(
    `select kind, key, content, stamp::text, rev::int from private.synced_rows where user_id = $1 order by kind, key`,
    [user],
  );

describe("the join in the database and the join on the device", { timeout: TEST_LIMIT_MS }, () => {
  it.each(KINDS.map((kind) => [kind.kind, kind] as const))(
    "give the same result for copies of a row, in any order and number, and repetitions take no revision: %s",
    async (_, kind) => {
      const copies = fc.array(copiesOf(kind), { minLength: 1, maxLength: 6 });
      await check(inAnyOrder(copies), async ({ sent, delivered }) => {
        await deliver(delivered.map((row) => sentForm(kind, row)));
        const joined = sent.reduce((a, b) => joinRows(kind, a, b, "theirs"));
        const dated = kind.dated ? { ...joined, content: kind.dated(joined.content, START) } : joined;
        const rows = await stored();
        const [row] = rows.filter((each) => each.kind === kind.kind);
        expect(row && sentForm(kind, { ...row, stamp: row.stamp ?? undefined })).toEqual(
          sentForm(kind, dated),
        );
        await deliver(sent.map((each) => sentForm(kind, each)));
        expect(await stored()).toEqual(rows);
      });
    },
  );

  it("give the same result for the plain calls of the specification", async () => {
    const reports: fc.Arbitrary<Progress> = fc
      .record({
        completed: fc.boolean(),
        completedAt: instants,
        quizScore: fc.option(fc.integer({ min: 0, max: 100 })),
      })
      .map((report) => ({ lessonId: "2", ...report }));
    await check(
      inAnyOrder(fc.array(reports, { minLength: 1, maxLength: 6 })),
      async ({ sent, delivered }) => {
        for (const { completed, completedAt, quizScore } of delivered) {
          // The database takes scores from graded attempts and ignores the value in a report.
          await backend.query(
            `insert into quiz_attempts
             (id, user_id, course_id, lesson_id, lesson_version, answers, score, passed, taken_at, rev)
           select gen_random_uuid(), $1, 'ai-fluency-30-days', '2', 1, '{0,0,0,0,0}', $2, false, now(), private.next_rev($1)
           where $2::int is not null`,
            [user, quizScore],
          );
          await backend.query(
            `insert into course_progress (user_id, course_id, module_id, lesson_id, completed, completed_at, quiz_score)
           values ($1, 'ai-fluency-30-days', '1', '2', $2, $3, $4)
           on conflict (user_id, course_id, lesson_id) do update set
             completed = excluded.completed, completed_at = excluded.completed_at, quiz_score = excluded.quiz_score`,
            [user, completed, completedAt, quizScore],
          );
        }
        const expected = progress.dated?.(sent.reduce(joinProgress), START);
        expect((await stored()).find(({ kind }) => kind === "progress")?.content).toEqual(expected);
      },
    );
  });

  it("keep the same newest versions of a note", async () => {
    const noteId = crypto.randomUUID();
    const versions = fc
      .array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 24, size: "max" })
      .map((days) => days.map((day) => ({ ...noteRow("3", `${day}`, { noteId }), stamp: newStamp(day) })));
    await check(
      inAnyOrder(versions),
      async ({ sent, delivered }) => {
        await deliver(delivered);
        const newest = sent.toSorted((a, b) => (a.stamp < b.stamp ? 1 : -1)).slice(0, KEPT_VERSIONS);
        expect((await stored()).map(({ key }) => key).sort()).toEqual(newest.map(({ key }) => key).sort());
      },
      FEW_RUNS,
    );
  });

  it("count the same hand-in of each attempt, the one that arrived first", async () => {
    const handIns = (attempt: number) =>
      inAnyOrder(
        fc.array(
          instants.map((handedInAt) => capstoneRow({ attempt, handedInAt })),
          { minLength: 1, maxLength: 4 },
        ),
      );
    await check(fc.tuple(handIns(1), handIns(2)), async (attempts) => {
      for (const { delivered } of attempts) {
        await deliver(delivered);
        // A review that is not a pass, so that a second attempt is allowed.
        await backend.query(
          `insert into capstone_reviews (hand_in_id, user_id, scores, comments, overall, has_sources, has_diligence)
           select id, user_id, '{0,0,0,0,0}', '{"","","","",""}', '', false, false from capstone_hand_ins
           where user_id = $1 and attempt = 1 on conflict do nothing`,
          [user],
        );
      }
      const kept = (await stored()).map(({ content }) => content as CapstoneHandIn);
      expect(new Set(kept.map(({ id }) => id))).toEqual(
        new Set(attempts.map(({ delivered }) => delivered[0]?.key)),
      );
      // A device has those that it or another tab made, and the server's rows, which replace its own.
      const known = new Map<string, CapstoneHandIn>();
      for (const { content } of attempts.flatMap(({ sent }) => sent)) {
        const mine = { ...content, receivedAt: null, review: null } as CapstoneHandIn;
        known.set(mine.id, mine);
      }
      for (const each of kept) known.set(each.id, each);
      const { first, second } = handInsOf([...known.values()]);
      expect(new Set([first, second])).toEqual(new Set(kept));
      expect(kindOf("capstone")?.schema().safeParse(first).success).toBe(true);
    });
  });
});
