import "fake-indexeddb/auto";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { connectLearnerDb } from "../../src/db/store/learnerDb.ts";
import { readMeta } from "../../src/db/store/meta.ts";
import { endWaits, newMark } from "../../src/db/synced/queue.ts";
import { readRows } from "../../src/db/synced/readRows.ts";
import { canonicalJson } from "../../src/domain/canonicalJson.ts";
import { COURSE_ID, type LessonId, requireUserId } from "../../src/domain/ids.ts";
import { progress } from "../../src/entities/progress/progress.ts";
import { workbookField } from "../../src/entities/workbookField/workbookField.ts";
import { readEnrollment } from "../../src/sync/account/readEnrollment.ts";
import { authenticatedRequest } from "../../src/sync/exchange/authenticatedRequest.ts";
import { request } from "../../src/sync/exchange/request.ts";
import { installLessons } from "../../src/sync/lessons/installLessons.ts";
import { contentOn, type Device, stateOf, unsentOf } from "../faults/device.ts";
import { oneOfEach } from "../support/kindSamples.ts";
import { ANSWER_KEY, lessonPack } from "../support/lessons.ts";
import { type Learner, withBackend } from "../support/server/backend.ts";
import { backendDevice, fetchOf } from "../support/server/backendDevice.ts";

const backend = withBackend();
const HOUR_MS = 3_600_000;
const TEN_YEARS_MS = 10 * 365 * 24 * HOUR_MS;
const FIELD = "l03-prompt";
const WRONG = [1, 1, 1, 1, 1];
const signal = () => new AbortController().signal;
const room = { freeBytes: async () => null };

const backendFetch = fetchOf(backend);
const deviceOf = (learner: Learner) => backendDevice(backend, learner);

const textOn = async (device: Device) => (await contentOn(device, workbookField, FIELD))?.value;

/** Publishes a lesson with the hash that the content publisher would compute. */
async function publish(lessonId: LessonId): Promise<void> {
  const pack = lessonPack(lessonId, ANSWER_KEY);
  const json = canonicalJson(pack);
  const hash = createHash("sha256").update(json).digest("hex");
  const { error } = await backend
    .service()
    .from("lessons")
    .upsert({
      course_id: COURSE_ID,
      lesson_id: lessonId,
      version: 1,
      hash,
      bytes: json.length,
      is_preview: lessonId === "1",
      pack,
    });
  if (error) throw error;
}

async function enrolledLearner(): Promise<Learner> {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  return learner;
}

test("work done offline reaches Postgres and the learner's second browser (S-118, S-120)", async () => {
  await Promise.all([publish("1"), publish("2")]);
  const learner = await enrolledLearner();
  const phone = await deviceOf(learner);
  await phone.submit("2", WRONG);
  await phone.submit("2", ANSWER_KEY);
  await phone.complete("1");
  expect(await phone.cycle()).toEqual({ status: "done" });
  expect(await unsentOf(phone)).toEqual([]);

  const rows = await backend.query<{ lesson_id: string; completed: boolean; quiz_score: number | null }>(
    "select lesson_id, completed, quiz_score from public.course_progress where user_id = $1 order by lesson_id",
    [learner.id],
  );
  expect(rows).toEqual([
    { lesson_id: "1", completed: true, quiz_score: null },
    { lesson_id: "2", completed: true, quiz_score: 100 },
  ]);

  const laptop = await deviceOf(learner);
  expect(await laptop.cycle()).toEqual({ status: "done" });
  expect(await stateOf(laptop)).toEqual(await stateOf(phone));
});

test("an attempt is stored once if the server commits it but the reply is lost", async () => {
  await publish("2");
  const learner = await enrolledLearner();
  const device = await deviceOf(learner);
  await device.submit("2", ANSWER_KEY);
  device.ports.fetch = async (input, init) => {
    await backendFetch(input, init);
    throw new TypeError("connection lost");
  };
  expect((await device.cycle()).status).toBe("later");
  device.ports.fetch = backendFetch;
  expect(await device.cycle()).toEqual({ status: "done" });
  const [count] = await backend.query<{ n: number }>(
    "select count(*)::int as n from public.quiz_attempts where user_id = $1",
    [learner.id],
  );
  expect(count?.n).toBe(1);
});

test("a device whose reply was lost does not overwrite a later text of another device", async () => {
  const learner = await enrolledLearner();
  const [phone, laptop] = [await deviceOf(learner), await deviceOf(learner)];
  phone.clock.nowMs += HOUR_MS; // its clock runs ahead, so the stamp of its text comes down to the server's limit
  await phone.write(FIELD, "Written first.");
  phone.ports.fetch = async (input, init) => {
    const reply = await backendFetch(input, init);
    if (String(input).endsWith("sync_push")) throw new TypeError("the reply was lost");
    return reply;
  };
  expect((await phone.cycle()).status).toBe("later");

  await laptop.cycle();
  laptop.clock.nowMs = Date.now();
  await laptop.write(FIELD, "Written later.");
  expect(await laptop.cycle()).toEqual({ status: "done" });

  phone.ports.fetch = backendFetch;
  expect(await phone.cycle()).toEqual({ status: "done" });
  expect(await unsentOf(phone)).toEqual([]);
  await laptop.cycle();
  for (const device of [phone, laptop]) expect(await textOn(device)).toBe("Written later.");
});

test("work rejected without an enrolment is accepted after the learner enrols (S-047, S-082)", async () => {
  await publish("2");
  const learner = await backend.signUp();
  const device = await deviceOf(learner);
  await device.submit("2", ANSWER_KEY);
  const calls: string[] = [];
  const changes = { onEnrolled: () => calls.push("enrolled"), onRetriedParked: () => calls.push("revived") };
  expect(await readEnrollment(device.ports, signal(), changes)).toEqual({
    status: "done",
    enrollment: "notEnrolled",
  });
  expect(await readMeta(device.db, "enrollment")).toBe("notEnrolled");
  for (let times = 0; times < 5; times += 1) {
    await device.cycle();
    await endWaits(device.db, "all");
  }
  expect((await unsentOf(device)).filter(({ unsent }) => unsent?.isParked).length).toBeGreaterThan(0);

  await backend.enrol(learner);
  await readEnrollment(device.ports, signal(), changes);
  expect(calls).toEqual(["enrolled", "revived"]);
  expect(await readMeta(device.db, "enrollment")).toBe("enrolled");
  await device.cycle();
  expect(await unsentOf(device)).toEqual([]);
});

test("work rejected during a pause that the device never noticed is accepted after the pause (S-047)", async () => {
  await publish("2");
  const learner = await enrolledLearner();
  const device = await deviceOf(learner);
  let revived = 0;
  const ask = () =>
    readEnrollment(device.ports, signal(), { onEnrolled: () => undefined, onRetriedParked: () => revived++ });
  expect(await ask()).toEqual({ status: "done", enrollment: "enrolled" });
  const become = (status: string) =>
    backend.query("update public.orders set status = $2 where user_id = $1", [learner.id, status]);
  await become("paused");
  device.clock.nowMs = Date.now();
  await device.submit("2", ANSWER_KEY);
  for (let times = 0; times < 5; times += 1) {
    await device.cycle();
    await endWaits(device.db, "all");
  }
  expect(new Set((await unsentOf(device)).map(({ unsent }) => unsent?.isParked))).toEqual(new Set([true]));

  await become("paid");
  expect(await ask()).toEqual({ status: "done", enrollment: "enrolled" });
  expect(revived).toBe(1);
  await device.cycle();
  expect(await unsentOf(device)).toEqual([]);
});

test("a completion from a device whose clock is years behind is dated to the sign-up or enrolment, on the device too", async () => {
  const learner = await enrolledLearner();
  const device = await deviceOf(learner);
  device.clock.nowMs = Date.UTC(2016, 10, 22);
  await device.complete("1");
  await device.complete("2");
  const [start] = await backend.query<{ registered: string; enrolled: string }>(
    `select users.created_at as registered, mine.started_at as enrolled
     from public.course_enrollments as mine join auth.users as users on users.id = mine.user_id where user_id = $1`,
    [learner.id],
  );
  const expected = [start?.registered, start?.enrolled].map((at) => new Date(at ?? "").toISOString());
  // The second time, the device joins the server's rows.
  for (let times = 0; times < 2; times += 1) {
    await device.cycle();
    expect((await readRows(device.db, progress)).map(({ completedAt }) => completedAt)).toEqual(expected);
  }
});

test("a device sends its whole state again when a restored backup starts a new epoch", async () => {
  await publish("2");
  const learner = await enrolledLearner();
  const device = await deviceOf(learner);
  await device.submit("2", ANSWER_KEY);
  await device.write("l02-check", "Ask where it read that.");
  await device.cycle();
  const before = await stateOf(device);
  for (const table of ["course_progress", "quiz_attempts", "user_achievements", "study_rows"]) {
    await backend.query(`delete from public.${table} where user_id = $1`, [learner.id]);
  }
  await backend.query("select private.begin_new_epoch()");
  expect(await device.cycle()).toEqual({ status: "done" });
  const rows = await backend.query("select 1 from public.quiz_attempts where user_id = $1", [learner.id]);
  expect(rows).toHaveLength(1);
  expect(await unsentOf(device)).toEqual([]);
  const other = await deviceOf(learner);
  await other.cycle();
  expect(await stateOf(other)).toEqual(before);
});

test("the last text wins on both devices, even if one clock is ten years ahead or behind", async () => {
  const learner = await enrolledLearner();
  const [phone, laptop] = [await deviceOf(learner), await deviceOf(learner)];
  phone.clock.nowMs = Date.now() + TEN_YEARS_MS;
  await phone.write(FIELD, "from the future");
  await phone.write("l03-case", "only here 🌍");
  await phone.cycle();
  await laptop.cycle();
  laptop.clock.nowMs = Date.now() - TEN_YEARS_MS;
  await laptop.write(FIELD, "the last one");
  await laptop.cycle();
  await phone.cycle();
  expect(await textOn(phone)).toBe("the last one");
  expect(await contentOn(phone, workbookField, "l03-case")).toMatchObject({ value: "only here 🌍" });
  expect(await stateOf(phone)).toEqual(await stateOf(laptop));

  phone.clock.nowMs = Date.now() - HOUR_MS;
  await phone.write(FIELD, "put right too far, and still the last one");
  await phone.cycle();
  await laptop.cycle();
  expect(await textOn(laptop)).toBe("put right too far, and still the last one");
  expect(await stateOf(phone)).toEqual(await stateOf(laptop));
});

test("an enrolled learner installs every lesson, and everyone else only the preview (S-117)", async () => {
  await Promise.all([publish("1"), publish("2")]);
  const learner = await deviceOf(await enrolledLearner());
  const ask = (path: string) => authenticatedRequest(learner.ports, path, { signal: signal() });
  expect(await installLessons(learner.db.lessons, ask, room)).toEqual({ status: "done" });
  expect(await learner.db.lessons.toCollection().primaryKeys()).toEqual(["1", "2"]);

  const stranger = await deviceOf(await backend.signUp());
  const askStranger = (path: string) => authenticatedRequest(stranger.ports, path, { signal: signal() });
  await installLessons(stranger.db.lessons, askStranger, room);
  expect(await stranger.db.lessons.toCollection().primaryKeys()).toEqual(["1"]);

  const visitor = connectLearnerDb(requireUserId("00000000-0000-4000-8000-000000000001"));
  const { ports } = stranger;
  await installLessons(
    visitor.lessons,
    async (path) => {
      const answer = await request(ports, backend.publishableKey, path, {
        signal: signal(),
        nowMs: Date.now(),
      });
      if (answer.status === "unauthorized" || answer.status === "half")
        throw new Error("the preview is not readable for visitors");
      return answer;
    },
    room,
  );
  expect(await visitor.lessons.toCollection().primaryKeys()).toEqual(["1"]);
});

test.each([
  ["password_change_needed", (learner: Learner) => backend.requirePasswordChange(learner)],
  [
    "second_factor_needed",
    (learner: Learner) =>
      backend.query(
        "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')",
        [learner.id],
      ),
  ],
] as const)(
  "a device that receives %s reports it, keeps its work and sends it once the session is complete",
  async (lack, restrict) => {
    const learner = await enrolledLearner();
    const phone = await deviceOf(learner);
    const lacks: string[] = [];
    phone.ports.onLack = (each) => lacks.push(each);
    await phone.complete("2");
    await restrict(learner);
    expect(await phone.cycle()).toMatchObject({ status: "later", why: "session" });
    expect(lacks).toContain(lack);
    expect((await unsentOf(phone)).map(({ kind, unsent }) => [kind, unsent?.tries]).sort()).toEqual([
      ["achievement", 0],
      ["progress", 0],
    ]);

    await backend.query("update auth.users set raw_app_meta_data = '{}' where id = $1", [learner.id]);
    await backend.query("update auth.sessions set aal = 'aal2' where user_id = $1", [learner.id]);
    expect(await phone.cycle()).toEqual({ status: "done" });
    expect(await unsentOf(phone)).toEqual([]);
  },
);

test("a banned account cannot write with a token issued earlier, and its device keeps the work", async () => {
  const learner = await enrolledLearner();
  const phone = await deviceOf(learner);
  await phone.complete("2");
  await backend.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
    learner.id,
  ]);
  const { token } = phone.ports;
  phone.ports.token = async (rejected) => (rejected ? { status: "signedOut" } : token());
  expect(await phone.cycle()).toEqual({ status: "signedOut" });
  expect(await unsentOf(phone)).toHaveLength(2);
  await backend.query("update auth.users set banned_until = now() where id = $1", [learner.id]);
  expect(await phone.cycle()).toMatchObject({ status: "done" });
});

test("a device whose session was ended elsewhere requests a new token, and keeps its work if that is refused", async () => {
  const learner = await enrolledLearner();
  const phone = await deviceOf(learner);
  await phone.complete("2");
  await backend.query("delete from auth.sessions where user_id = $1", [learner.id]);
  const { token } = phone.ports;
  phone.ports.token = async (rejected) => (rejected ? { status: "signedOut" } : token());
  expect(await phone.cycle()).toEqual({ status: "signedOut" });
  expect(await unsentOf(phone)).toHaveLength(2);
});

test("a row of any kind with a field that only a newer app knows leaves the queue", async () => {
  const device = await deviceOf(await enrolledLearner());
  const rows = oneOfEach().map((row) => ({
    ...row,
    content: { ...row.content, later: true },
    rev: 0,
    unsent: newMark(Date.now()),
  }));
  await device.db.rows.bulkPut(rows);
  expect(await device.cycle()).toEqual({ status: "done" });
  expect(await unsentOf(device)).toEqual([]);
});
