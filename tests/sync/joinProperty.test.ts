import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COURSE_ID, type OpId } from "../../src/domain/ids.ts";
import { type CapstoneHandIn, capstoneOp, handInsOf } from "../../src/entities/capstone/capstone.ts";
import { joinPlace, type LessonPlace, placeOp } from "../../src/entities/lessonPlace/lessonPlace.ts";
import { byRank, KEPT_VERSIONS, type NoteVersion } from "../../src/entities/note/note.ts";
import { joinProgress, type Progress } from "../../src/entities/progress/progress.ts";
import { clampClientTime } from "../../src/entities/stamp.ts";
import { joinField, type WorkbookField } from "../../src/entities/workbookField/workbookField.ts";
import { withBackend } from "../support/backend.ts";
import { IS_DEEP, timeBox } from "../support/timeBox.ts";

const SEED = 20261120;
const QUICK_RUNS = 60;
/** In depth, as many of them as there is time for. */
const RUNS = IS_DEEP ? 1_000 : QUICK_RUNS;
const TEST_LIMIT_MS = 240_000;
/** A date in the middle of the generated times, so that some reports are earlier than the enrolment. */
const STUDY_START = "2025-06-01T08:00:00.000Z";
const backend = withBackend();

const instants = fc
  .date({ min: new Date("2020-01-01T00:00:00Z"), max: new Date("2026-11-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString());
const scores = fc.option(fc.integer({ min: 0, max: 100 }));
// A completion without a time gets the server's, which no device can predict; specCalls.test.ts covers that case.
const reports: fc.Arbitrary<Progress> = fc
  .oneof(
    fc.record({ completed: fc.constant(true), completedAt: instants, quizScore: scores }),
    fc.record({ completed: fc.constant(false), completedAt: fc.option(instants), quizScore: scores }),
  )
  .map((report) => ({ lessonId: "2", moduleId: "1", ...report }));

/** Half of the writes have one of two fixed times, so that the op id often decides. */
const writes: fc.Arbitrary<WorkbookField> = fc.record({
  fieldId: fc.constant("l03-prompt"),
  value: fc.string({ unit: "grapheme", maxLength: 20 }).filter((text) => !text.includes("\0")),
  writtenAt: fc.oneof(instants, fc.constantFrom("2026-03-01T09:00:00.000Z", "2026-03-01T09:00:00.001Z")),
  opId: fc.uuid({ version: 7 }) as fc.Arbitrary<OpId>, // a UUIDv7 is an op id by definition
});

const places: fc.Arbitrary<LessonPlace> = fc
  .record({
    step: fc.integer({ min: 1, max: 60 }),
    more: fc.nat({ max: 5 }),
    part: fc.nat({ max: 10_000 }),
    share: fc.nat({ max: 1000 }).map((thousandths) => thousandths / 1000),
    movedAt: writes.map((each) => each.writtenAt),
    opId: writes.map((each) => each.opId),
  })
  .map(({ more, ...place }) => ({
    lessonId: "3",
    ...place,
    furthest: Math.min(60, place.step + more),
  }));

const NOTE_ID = "019a0000-0000-7000-8000-000000000001";
const versions: fc.Arbitrary<NoteVersion> = fc
  .record({
    writtenAt: writes.map((each) => each.writtenAt),
    opId: writes.map((each) => each.opId),
    body: fc.constantFrom("", "a", "b"),
  })
  .map((each) => ({
    ...each,
    noteId: NOTE_ID,
    lessonId: "3",
    lessonVersion: 1,
    anchor: null,
    colour: null,
    deleted: each.body === "",
  }));

const inAnyOrder = <T>(lists: fc.Arbitrary<T[]>) =>
  lists.chain((sent) =>
    fc.record({
      sent: fc.constant(sent),
      /** Indexes into `sent`: each at least once, in any order, some repeated. */
      delivered: fc
        .tuple(
          fc.shuffledSubarray([...sent.keys()], { minLength: sent.length }),
          fc.array(fc.nat({ max: sent.length - 1 }), { maxLength: 4 }),
        )
        .map(([all, again]) => [...all, ...again]),
    }),
  );
const schedules = inAnyOrder(fc.array(reports, { minLength: 1, maxLength: 6 }));
const textSchedules = inAnyOrder(
  fc.uniqueArray(writes, { minLength: 1, maxLength: 6, selector: (write) => write.opId }),
);
const noteSchedules = inAnyOrder(
  fc.uniqueArray(versions, { minLength: 1, maxLength: 24, size: "max", selector: (version) => version.opId }),
);

const placeSchedules = inAnyOrder(
  fc.uniqueArray(places, { minLength: 1, maxLength: 6, selector: (place) => place.opId }),
);

const handIns = (attempt: 1 | 2): fc.Arbitrary<CapstoneHandIn> =>
  fc.record({
    id: fc.uuid({ version: 7 }),
    attempt: fc.constant(attempt),
    texts: fc.record({ "l11-purpose": fc.constantFrom("a", "b") }),
    handedInAt: instants,
    receivedAt: fc.constant(null),
    review: fc.constant(null),
  });
const handInSchedules = (attempt: 1 | 2) =>
  inAnyOrder(
    fc.uniqueArray(handIns(attempt), { minLength: 1, maxLength: 4, selector: (handIn) => handIn.id }),
  );

describe("the join in the database and the join on the device", { timeout: TEST_LIMIT_MS }, () => {
  it("give the same result for any progress reports, in any order, with repetitions", async () => {
    const { id } = await studentSince(STUDY_START);
    await fc.assert(
      fc.asyncProperty(
        schedules,
        timeBox(QUICK_RUNS, async ({ sent, delivered }) => {
          await forgetProgress(id);
          for (const index of delivered) await deliver(id, sent[index]);
          const expected = sent.map(asStored).reduce(joinProgress);
          expect(await storedProgress(id)).toEqual(expected);
        }),
      ),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it("give the same result for any texts of a field, in any order, with repetitions", async () => {
    const learner = await backend.signUp();
    await backend.enrol(learner);
    const { id } = learner;
    await fc.assert(
      fc.asyncProperty(
        textSchedules,
        timeBox(QUICK_RUNS, async ({ sent, delivered }) => {
          await backend.query("delete from workbook_fields where user_id = $1", [id]);
          for (const index of delivered) await deliverText(id, sent[index]);
          const expected = sent.map((each) => ({ ...each, writtenAt: clampClientTime(each.writtenAt) }));
          expect(await storedText(id)).toEqual(expected.reduce(joinField));
        }),
      ),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it("give the same place and the same furthest step for any moves, in any order, with repetitions", async () => {
    const { id } = await studentSince(STUDY_START);
    await fc.assert(
      fc.asyncProperty(
        placeSchedules,
        timeBox(QUICK_RUNS, async ({ sent, delivered }) => {
          await backend.query("delete from lesson_places where user_id = $1", [id]);
          for (const index of delivered) await deliverPlace(id, sent[index]);
          const expected = sent.map((each) => ({ ...each, movedAt: clampClientTime(each.movedAt) }));
          expect(await storedPlace(id)).toEqual(expected.reduce((a, b) => joinPlace(a, b)));
        }),
      ),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it("keep the same newest versions of a note, in any order, with repetitions", async () => {
    const learner = await backend.signUp();
    await backend.enrol(learner);
    await fc.assert(
      fc.asyncProperty(
        noteSchedules,
        timeBox(QUICK_RUNS / 4, async ({ sent, delivered }) => {
          await backend.query("delete from lesson_notes where user_id = $1", [learner.id]);
          for (const index of delivered) await deliverNote(learner.id, sent[index]);
          const expected = sent.map((each) => ({ ...each, writtenAt: clampClientTime(each.writtenAt) }));
          expect(await storedNotes(learner.id)).toEqual(expected.sort(byRank).slice(0, KEPT_VERSIONS));
        }),
      ),
      { seed: SEED, numRuns: RUNS / 4 },
    );
  });

  it("count the same hand-in of each attempt, the one that arrived first, in any order, with repetitions", async () => {
    const { id } = await studentSince(STUDY_START);
    const both = fc.tuple(handInSchedules(1), handInSchedules(2));
    await fc.assert(
      fc.asyncProperty(
        both,
        timeBox(QUICK_RUNS, async (attempts) => {
          await backend.query("delete from capstone_hand_ins where user_id = $1", [id]);
          for (const { sent, delivered } of attempts) {
            for (const index of delivered) await deliverHandIn(id, sent[index]);
            await refuseCapstone(id);
          }
          const stored = await storedHandIns(id);
          expect(stored.map((each) => each.id)).toEqual(
            attempts.map(({ sent, delivered }) => sent[delivered[0] ?? 0]?.id),
          );
          // A device has those that it or another tab made, and the server's rows, which replace its own.
          const known = new Map(attempts.flatMap(({ sent }) => sent).map((each) => [each.id, each]));
          for (const each of stored) known.set(each.id, each);
          const { first, second } = handInsOf([...known.values()]);
          expect([first, second]).toEqual(stored);
        }),
      ),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it("leave the revision unchanged when the same reports are repeated", async () => {
    const { id } = await studentSince(STUDY_START);
    await fc.assert(
      fc.asyncProperty(
        fc.array(reports, { minLength: 1, maxLength: 5 }),
        timeBox(QUICK_RUNS, async (sent) => {
          await forgetProgress(id);
          for (const report of sent) await deliver(id, report);
          const before = await backend.query("select rev from course_progress where user_id = $1", [id]);
          for (const report of sent) await deliver(id, report);
          expect(await backend.query("select rev from course_progress where user_id = $1", [id])).toEqual(
            before,
          );
        }),
      ),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

/** The database moves earlier times up to the start of the enrolment before it joins. */
const asStored = (report: Progress): Progress => ({
  ...report,
  completedAt: report.completedAt && (report.completedAt < STUDY_START ? STUDY_START : report.completedAt),
});

async function studentSince(startedAt: string) {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  await backend.query("update course_enrollments set started_at = $2 where user_id = $1", [
    learner.id,
    startedAt,
  ]);
  return learner;
}

async function forgetProgress(userId: string): Promise<void> {
  await backend.query("delete from course_progress where user_id = $1", [userId]);
  await backend.query("delete from quiz_attempts where user_id = $1", [userId]);
}

async function deliver(userId: string, report: Progress | undefined): Promise<void> {
  if (!report) throw new Error("a schedule delivers only what was sent");
  // The database takes scores from graded attempts and ignores the value in a report.
  if (report.quizScore !== null) await keepAttempt(userId, report.quizScore);
  await backend.query(
    `insert into course_progress (user_id, course_id, module_id, lesson_id, completed, completed_at, quiz_score)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id, course_id, lesson_id) do update set
       completed = excluded.completed, completed_at = excluded.completed_at, quiz_score = excluded.quiz_score`,
    [
      userId,
      COURSE_ID,
      report.moduleId,
      report.lessonId,
      report.completed,
      report.completedAt,
      report.quizScore,
    ],
  );
}

function keepAttempt(userId: string, score: number): Promise<unknown> {
  return backend.query(
    `insert into quiz_attempts
       (id, user_id, course_id, lesson_id, lesson_version, answers, score, passed, taken_at, rev)
     values (gen_random_uuid(), $1, $2, '2', 1, '{0,0,0,0,0}', $3, false, now(), private.next_rev($1))`,
    [userId, COURSE_ID, score],
  );
}

async function storedProgress(userId: string): Promise<Progress | undefined> {
  const [row] = await backend.query<Progress>(
    `select lesson_id as "lessonId", module_id as "moduleId", completed,
       private.iso(completed_at) as "completedAt", quiz_score as "quizScore"
     from course_progress where user_id = $1`,
    [userId],
  );
  return row;
}

async function deliverText(userId: string, field: WorkbookField | undefined): Promise<void> {
  if (!field) throw new Error("a schedule delivers only what was sent");
  const { fieldId, value, writtenAt, opId } = field;
  const payload = { course_id: COURSE_ID, field_id: fieldId, value, written_at: writtenAt };
  // Bypasses sync_push, because its ledger would drop the repetitions.
  const [row] = await backend.query<{ code: string | null }>(
    "select private.apply_workbook($1, $2, $3) as code",
    [userId, opId, payload],
  );
  expect(row?.code).toBeNull();
}

async function storedText(userId: string): Promise<WorkbookField | undefined> {
  const [row] = await backend.query<WorkbookField>(
    `select field_id as "fieldId", value, private.iso(written_at) as "writtenAt", op_id as "opId"
     from workbook_fields where user_id = $1`,
    [userId],
  );
  return row;
}

async function deliverPlace(userId: string, place: LessonPlace | undefined): Promise<void> {
  if (!place) throw new Error("a schedule delivers only what was sent");
  const { payload, opId } = placeOp(place);
  const [row] = await backend.query<{ code: string | null }>(
    "select private.apply_lesson_place($1, $2, $3) as code",
    [userId, opId, payload],
  );
  expect(row?.code).toBeNull();
}

async function storedPlace(userId: string): Promise<LessonPlace | undefined> {
  const [row] = await backend.query<LessonPlace>(
    `select lesson_id as "lessonId", step, part, share::float as share, furthest,
       private.iso(written_at) as "movedAt", op_id as "opId"
     from lesson_places where user_id = $1`,
    [userId],
  );
  return row;
}

async function deliverNote(userId: string, note: NoteVersion | undefined): Promise<void> {
  if (!note) throw new Error("a schedule delivers only what was sent");
  const payload = {
    note_id: note.noteId,
    course_id: COURSE_ID,
    lesson_id: note.lessonId,
    lesson_version: note.lessonVersion,
    anchor: note.anchor,
    colour: note.colour,
    body: note.body,
    deleted: note.deleted,
    written_at: note.writtenAt,
  };
  const [row] = await backend.query<{ code: string | null }>(
    "select private.apply_note($1, $2, $3) as code",
    [userId, note.opId, payload],
  );
  expect(row?.code).toBeNull();
}

function storedNotes(userId: string): Promise<NoteVersion[]> {
  return backend.query<NoteVersion>(
    `select op_id as "opId", note_id as "noteId", lesson_id as "lessonId", lesson_version::integer as "lessonVersion",
       anchor, colour, body, deleted, private.iso(written_at) as "writtenAt"
     from lesson_notes where user_id = $1 order by written_at desc, op_id desc`,
    [userId],
  );
}

async function deliverHandIn(userId: string, handIn: CapstoneHandIn | undefined): Promise<void> {
  if (!handIn) throw new Error("a schedule delivers only what was sent");
  const [row] = await backend.query<{ code: string | null }>(
    "select private.apply_capstone($1, $2) as code",
    [userId, capstoneOp(handIn).payload],
  );
  expect(row?.code).toBeNull();
}

/** A review that is not a pass, so that a second attempt is allowed. */
async function refuseCapstone(userId: string): Promise<void> {
  await backend.query(
    `insert into capstone_reviews (hand_in_id, user_id, scores, comments, overall, has_sources, has_diligence)
     select id, user_id, '{0,0,0,0,0}', '{"","","","",""}', '', false, false from capstone_hand_ins
     where user_id = $1 and attempt = 1 on conflict do nothing`,
    [userId],
  );
}

function storedHandIns(userId: string): Promise<CapstoneHandIn[]> {
  return backend.query<CapstoneHandIn>(
    `select id, attempt, texts, private.iso(handed_in_at) as "handedInAt", private.iso(received_at) as "receivedAt",
       null as review
     from capstone_hand_ins where user_id = $1 order by attempt`,
    [userId],
  );
}
