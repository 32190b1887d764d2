import "fake-indexeddb/auto";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { connectLearnerDb } from "../../src/db/store/learnerDb.ts";
import { readMeta } from "../../src/db/store/meta.ts";
import { canonicalJson } from "../../src/domain/canonicalJson.ts";
import { COURSE_ID, type LessonId, requireUserId } from "../../src/domain/ids.ts";
import { readEnrollment } from "../../src/sync/account/readEnrollment.ts";
import { authenticatedRequest } from "../../src/sync/exchange/authenticatedRequest.ts";
import { request } from "../../src/sync/exchange/request.ts";
import { installLessons } from "../../src/sync/lessons/installLessons.ts";
import { stateOf } from "../faults/device.ts";
import { type Learner, withBackend } from "../support/backend.ts";
import { backendDevice, fetchOf } from "../support/backendDevice.ts";
import { ANSWER_KEY, lessonPack } from "../support/lessons.ts";

const backend = withBackend();
const HOUR_MS = 3_600_000;
const WRONG = [1, 1, 1, 1, 1];
const signal = () => new AbortController().signal;
const room = { freeBytes: async () => null };

const backendFetch = fetchOf(backend);
const deviceOf = (learner: Learner) => backendDevice(backend, learner);

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
  expect(await phone.db.outbox.count()).toBe(0);

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

test("another user's device receives none of a learner's work (S-074)", async () => {
  const stranger = await deviceOf(await backend.signUp());
  await stranger.cycle();
  expect(await stateOf(stranger)).toEqual({
    progress: [],
    attempts: [],
    achievements: [],
    fields: [],
    notes: [],
    places: [],
    capstones: [],
  });
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

test("a device that returns after the ledger was pruned does not overwrite a later text of another device", async () => {
  const learner = await enrolledLearner();
  const [phone, laptop] = [await deviceOf(learner), await deviceOf(learner)];
  phone.clock.nowMs += HOUR_MS; // its clock runs ahead, so the server limits the time of its text
  await phone.write("l02-check", "Written first.");
  phone.ports.fetch = async (input, init) => {
    await backendFetch(input, init);
    throw new TypeError("the reply was lost");
  };
  expect((await phone.cycle()).status).toBe("later");

  await laptop.cycle();
  laptop.clock.nowMs = Date.now();
  await laptop.write("l02-check", "Written later.");
  expect(await laptop.cycle()).toEqual({ status: "done" });
  await backend.query(
    "update sync_ledger set received_at = received_at - interval '1 year' where user_id = $1",
    [learner.id],
  );
  await backend.service().rpc("apply_retention", { p_rule: "record of a synced change" });

  phone.ports.fetch = backendFetch;
  await phone.db.outbox.toCollection().modify({ nextAt: 0 });
  expect(await phone.cycle()).toEqual({ status: "done" });
  expect(await phone.db.outbox.count()).toBe(0);
  await laptop.cycle();
  for (const device of [phone, laptop])
    expect((await stateOf(device)).fields).toMatchObject([{ value: "Written later." }]);
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
    await device.db.outbox.toCollection().modify({ nextAt: 0 });
  }
  expect(await device.db.outbox.filter((entry) => entry.state === "parked").count()).toBeGreaterThan(0);

  await backend.enrol(learner);
  await readEnrollment(device.ports, signal(), changes);
  expect(calls).toEqual(["enrolled", "revived"]);
  expect(await readMeta(device.db, "enrollment")).toBe("enrolled");
  await device.cycle();
  expect(await device.db.outbox.count()).toBe(0);
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
    await device.db.outbox.toCollection().modify({ nextAt: 0 });
  }
  const states = async () => new Set((await device.db.outbox.toArray()).map(({ state }) => state));
  expect(await states()).toEqual(new Set(["parked"]));

  await become("paid");
  expect(await ask()).toEqual({ status: "done", enrollment: "enrolled" });
  expect(revived).toBe(1);
  await device.cycle();
  expect(await device.db.outbox.count()).toBe(0);
});

test("a completion from a device whose clock is years behind is dated to the sign-up or enrolment, on the device too", async () => {
  const learner = await enrolledLearner();
  const device = await deviceOf(learner);
  const changes = { onEnrolled: () => undefined, onRetriedParked: () => undefined };
  device.clock.nowMs = Date.UTC(2016, 10, 22);
  await device.complete("1");
  await device.complete("2");
  await readEnrollment(device.ports, signal(), changes);
  const [start] = await backend.query<{ registered: string; enrolled: string }>(
    `select users.created_at as registered, mine.started_at as enrolled
     from public.course_enrollments as mine join auth.users as users on users.id = mine.user_id where user_id = $1`,
    [learner.id],
  );
  const expected = [start?.registered, start?.enrolled].map((at) => new Date(at ?? "").toISOString());
  const dates = async () => (await device.db.progress.toArray()).map(({ completedAt }) => completedAt);
  expect(await dates()).toEqual(expected);

  // Joining the server's row does not restore the impossible date.
  await device.cycle();
  expect(await dates()).toEqual(expected);
});

test("a device sends its whole state again when a restored backup starts a new epoch", async () => {
  await publish("2");
  const learner = await enrolledLearner();
  const device = await deviceOf(learner);
  await device.submit("2", ANSWER_KEY);
  await device.write("l02-check", "Ask where it read that.");
  await device.cycle();
  const before = await stateOf(device);
  for (const table of [
    "course_progress",
    "quiz_attempts",
    "user_achievements",
    "workbook_fields",
    "lesson_notes",
    "lesson_places",
    "capstone_hand_ins",
    "sync_ledger",
  ]) {
    await backend.query(`delete from public.${table} where user_id = $1`, [learner.id]);
  }
  await backend.query("select private.begin_new_epoch()");
  expect(await device.cycle()).toEqual({ status: "done" });
  const rows = await backend.query("select 1 from public.quiz_attempts where user_id = $1", [learner.id]);
  expect(rows).toHaveLength(1);
  expect(await device.db.outbox.count()).toBe(0);
  const other = await deviceOf(learner);
  await other.cycle();
  expect(await stateOf(other)).toEqual(before);
});

test("the last text wins on both devices, even if one clock is an hour ahead or behind", async () => {
  const learner = await enrolledLearner();
  const [phone, laptop] = [await deviceOf(learner), await deviceOf(learner)];
  phone.clock.nowMs = Date.now() + HOUR_MS;
  await phone.write("l03-prompt", "from the future");
  await phone.write("l03-case", "only here 🌍");
  await phone.cycle();
  await laptop.cycle();
  laptop.clock.nowMs = Date.now();
  await laptop.write("l03-prompt", "the last one");
  await laptop.cycle();
  await phone.cycle();
  expect((await stateOf(phone)).fields).toMatchObject([
    { fieldId: "l03-case", value: "only here 🌍" },
    { fieldId: "l03-prompt", value: "the last one" },
  ]);
  expect(await stateOf(phone)).toEqual(await stateOf(laptop));

  phone.clock.nowMs = Date.now() - HOUR_MS;
  await phone.write("l03-prompt", "put right too far, and still the last one");
  await phone.cycle();
  await laptop.cycle();
  expect((await laptop.db.workbook.get("l03-prompt"))?.value).toBe(
    "put right too far, and still the last one",
  );
  expect(await stateOf(phone)).toEqual(await stateOf(laptop));
});

test("texts written without access stay in the outbox and are accepted after the enrolment (S-047)", async () => {
  const learner = await backend.signUp();
  const device = await deviceOf(learner);
  await device.write("l01-monday", "free");
  await device.write("l02-check", "not yet");
  await device.cycle();
  expect(await device.db.outbox.toArray()).toMatchObject([
    { key: "workbook:l02-check", error: "not_entitled" },
  ]);
  await backend.enrol(learner);
  await device.db.outbox.toCollection().modify({ nextAt: 0 });
  await device.cycle();
  expect(await device.db.outbox.count()).toBe(0);
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

test("an outbox of 100 entries empties in two requests to the real backend", async () => {
  await publish("2");
  const device = await deviceOf(await enrolledLearner());
  for (let index = 0; index < 98; index += 1) await device.submit("2", WRONG);
  await device.submit("2", ANSWER_KEY);
  expect(await device.db.outbox.count()).toBe(100);
  let requests = 0;
  device.ports.fetch = (input, init) => {
    requests += 1;
    return backendFetch(input, init);
  };
  expect(await device.cycle()).toEqual({ status: "done" });
  expect(requests).toBe(2);
  expect(await device.db.outbox.count()).toBe(0);
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
    expect(await phone.db.outbox.toArray()).toMatchObject([
      { type: "progress", state: "pending", tries: 0 },
      { type: "achievement", state: "pending", tries: 0 },
    ]);

    await backend.query("update auth.users set raw_app_meta_data = '{}' where id = $1", [learner.id]);
    await backend.query("update auth.sessions set aal = 'aal2' where user_id = $1", [learner.id]);
    expect(await phone.cycle()).toEqual({ status: "done" });
    expect(await phone.db.outbox.count()).toBe(0);
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
  expect(await phone.db.outbox.count()).toBe(2);
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
  expect(await phone.db.outbox.count()).toBe(2);
});
