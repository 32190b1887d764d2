import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LESSON_MINUTES, moduleOf } from "../../src/domain/course/course.ts";
import { labFieldId, writeLabState } from "../../src/domain/course/labState.ts";
import { COURSE_ID, LESSON_IDS, type LessonId } from "../../src/domain/ids.ts";
import { mailPaths } from "../../src/domain/mailPaths.ts";
import { paths } from "../../src/domain/paths.ts";
import type { QuestionId } from "../../src/domain/study/recall.ts";
import { type PushDevice, remindersReplySchema } from "../../src/domain/study/reminders.ts";
import { dayIn, type LocalDay } from "../../src/domain/study/studyDays.ts";
import { answer } from "../../src/entities/answer/answer.ts";
import { lessonPlace } from "../../src/entities/lessonPlace/lessonPlace.ts";
import { plan } from "../../src/entities/plan/plan.ts";
import type { Kind } from "../../src/entities/row.ts";
import { newStamp } from "../../src/entities/stamp.ts";
import { workbookField } from "../../src/entities/workbookField/workbookField.ts";
import { completeLessons, enrol, type Learner, signUp, signUpProven } from "../certificate/learners.ts";
import { DAYS, ZONES } from "../support/hostileInputs.ts";
import { lessonPack } from "../support/lessons.ts";
import { startTestAcademy, type TestAcademy } from "../support/server/academy.ts";
import { type PushService, startPushService } from "../support/server/pushService.ts";
import { expectConsoleError } from "../support/setup/failOnConsoleError.ts";

const DAY_MS = 86_400_000;

let push: PushService;
let academy: TestAcademy;
beforeAll(async () => {
  push = await startPushService();
  process.env.PUSH_SERVICE_URL = push.url;
  academy = await startTestAcademy();
});
afterAll(async () => {
  await academy.close();
  delete process.env.PUSH_SERVICE_URL;
  push.close();
});
beforeEach(async () => {
  await academy.backend.query("delete from public.rate_limits");
  push.messages.length = 0;
});

type Change = {
  channel?: string;
  minute?: number;
  timeZone?: string;
  offset?: string;
  planStart?: string | null;
};

const query = <T = Record<string, unknown>>(sql: string, params: unknown[] = []) =>
  academy.backend.query<T>(sql, params);
const setReminders = (learner: Learner, body: unknown) =>
  academy.call("set-reminders", body, { authorization: `Bearer ${learner.token}` });
const stopReminders = (body: unknown) => academy.call("stop-reminders", body);
const run = async () => (await academy.call("send-reminders", {}, { apikey: academy.secretKey })).body;

/** The chosen time is the present minute, so that a reminder that is due now is in time. */
const present = (): Required<Omit<Change, "offset">> => {
  const now = new Date();
  return {
    channel: "push",
    minute: now.getUTCHours() * 60 + now.getUTCMinutes(),
    timeZone: "UTC",
    planStart: null,
  };
};
const choose = (learner: Learner, change: Change = {}, device?: PushDevice) =>
  setReminders(learner, { change: { ...present(), ...change }, device });
const makeDue = (learner: Learner) =>
  query("update private.reminder_settings set next_at = now() - interval '1 second' where user_id = $1", [
    learner.id,
  ]);

/** A row that any device sent, written so many days ago. */
const storeRow = <Content extends object>(
  learner: Learner,
  kind: Kind<Content>,
  content: NoInfer<Content>,
  daysAgo: number,
) =>
  query(
    `insert into public.study_rows (user_id, kind, key, content, stamp, begun_at, rev)
     values ($1, $2, $3, $4, $5, private.stamp_time($5), private.next_rev($1))
     on conflict (user_id, kind, key) do update set content = excluded.content, stamp = excluded.stamp`,
    [learner.id, kind.kind, kind.keyOf(content), content, newStamp(Date.now() - daysAgo * DAY_MS)],
  );

/** Where the learner stopped reading. */
const place = (learner: Learner, lessonId: LessonId, step: number, daysAgo: number) =>
  storeRow(learner, lessonPlace, { lessonId, step, part: 0, share: 0, furthest: step }, daysAgo);

/** The learner's local day, in UTC. */
const dayAgo = (days: number) => dayIn("UTC", Date.now() - days * DAY_MS);

const STAMP = newStamp(0);

/** An answer to a question, which comes back on this day. */
const storeAnswer = (learner: Learner, questionId: QuestionId, dueOn: LocalDay | null) =>
  storeRow(
    learner,
    answer,
    { questionId, first: `${STAMP} none`, tries: 1, recall: `${STAMP} 0 ${dueOn ?? "never"}` },
    2,
  );

/** Publishes a lesson whose steps take these minutes. */
const publishSteps = (lessonId: LessonId, minutes: number[]) =>
  query(
    `insert into public.lessons (course_id, lesson_id, version, hash, bytes, pack)
     values ($1, $2, 1, repeat('0', 64), 1, $3)`,
    [
      COURSE_ID,
      lessonId,
      { ...lessonPack(lessonId), steps: minutes.map((each) => ({ title: "A", minutes: each, end: 1 })) },
    ],
  );

/** The first lessons are complete, and not since today. The trigger would keep the time within the learner's access. */
async function completeBefore(learner: Learner, count = 1): Promise<void> {
  await query("alter table public.course_progress disable trigger user");
  for (const lessonId of LESSON_IDS.slice(0, count))
    await query(
      `insert into public.course_progress
         (user_id, course_id, module_id, lesson_id, completed, completed_at, rev)
       values ($1, $2, $3, $4, true, now() - interval '2 days', private.next_rev($1))`,
      [learner.id, COURSE_ID, moduleOf(lessonId).id, lessonId],
    );
  await query("alter table public.course_progress enable trigger user");
}

async function newLearner(): Promise<Learner> {
  const learner = await signUpProven(academy);
  await enrol(academy, learner);
  return learner;
}

/** A learner whose reminder is due now, as a notification on one device. */
async function reminded(): Promise<{ learner: Learner; device: PushDevice }> {
  const learner = await newLearner();
  const device = push.subscribe();
  expect((await choose(learner, {}, device)).status).toBe(200);
  await makeDue(learner);
  return { learner, device };
}

describe("a notification of the study plan", () => {
  it("reaches the learner's device once, encrypted, with the lesson and its minutes and nothing else", async () => {
    const { device } = await reminded();
    expect(await run()).toEqual({ sent: 1, skipped: 0, putOff: 0, failed: 0 });
    expect(await run()).toMatchObject({ sent: 0 });
    expect(push.messages).toEqual([
      {
        endpoint: device.endpoint,
        headers: expect.objectContaining({ topic: "study-plan", "content-length": "4096" }),
        data: { lessonId: "1", step: null, minutes: LESSON_MINUTES },
      },
    ]);
    const ttl = Number(push.messages[0]?.headers.ttl);
    expect(ttl).toBeGreaterThan(3600);
    expect(ttl).toBeLessThanOrEqual(7200);
  });

  it("names the step where the learner stopped, with the minutes left from there", async () => {
    const { learner } = await reminded();
    await publishSteps("2", [3, 2, 5]);
    await place(learner, "2", 2, 2);
    expect(await run()).toMatchObject({ sent: 1 });
    // The last step, the summary and the quiz, has no text and takes four minutes.
    expect(push.messages[0]?.data).toEqual({ lessonId: "2", step: 2, minutes: 2 + 5 + 4 });
  });

  it("names the last step of a lesson that is shorter now than when the learner stopped", async () => {
    const { learner } = await reminded();
    await publishSteps("3", [3, 2]);
    await place(learner, "3", 9, 2);
    await run();
    expect(push.messages[0]?.data).toEqual({ lessonId: "3", step: 3, minutes: 4 });
  });

  it("names the lab of the day with its minutes, and the task of the day once the lab is done", async () => {
    const { learner } = await reminded();
    await choose(learner, { planStart: dayAgo(1) }, push.subscribe());
    await makeDue(learner);
    await completeBefore(learner);
    const storeLab = (value: string) =>
      storeRow(learner, workbookField, { fieldId: labFieldId("1", "sort-mail"), value }, 2);
    await storeLab(writeLabState({ labels: "" }, false));
    expect(await run()).toMatchObject({ sent: 1 });
    expect(push.messages[0]?.data).toEqual({ lab: "sort-mail", minutes: 12 });

    await storeLab(writeLabState({ labels: "" }, true));
    await query("update private.reminder_settings set last_sent_on = null where user_id = $1", [learner.id]);
    await makeDue(learner);
    push.messages.length = 0;
    expect(await run()).toMatchObject({ sent: 1 });
    expect(push.messages[0]?.data).toEqual({ lab: "choose-a-tool", minutes: 17 });
  });

  it("is sent once when two runs claim it at the same moment", async () => {
    await reminded();
    const runs = await Promise.all([run(), run(), run()]);
    expect(runs.map(({ sent }) => sent).sort()).toEqual([0, 0, 1]);
    expect(push.messages).toHaveLength(1);
  });

  it("is sent at most once a day, even when the learner saves another time", async () => {
    const { learner } = await reminded();
    await run();
    await choose(learner);
    await makeDue(learner);
    expect(await run()).toMatchObject({ sent: 0, skipped: 1 });
    const [row] = await query<{ is_later: boolean }>(
      "select next_at > now() as is_later from private.reminder_settings where user_id = $1",
      [learner.id],
    );
    expect(row?.is_later).toBe(true);
  });

  it("names the review of the day, and after it the questions that are due to be tried again", async () => {
    const { learner } = await reminded();
    await choose(learner, { planStart: null }, push.subscribe());
    await storeRow(learner, plan, { name: "start", firstDay: dayAgo(6) }, 2);
    await completeBefore(learner, 3);
    await storeAnswer(learner, "quiz/2/3", dayAgo(0));
    await makeDue(learner);
    expect(await run()).toMatchObject({ sent: 1 });
    expect(push.messages[0]?.data).toEqual({ review: "1" });

    push.messages.length = 0;
    for (const number of [1, 2, 3, 4, 5]) await storeAnswer(learner, `review/3/${number}`, null);
    const task = { fieldId: labFieldId("3", "chain-and-check"), value: writeLabState({}, true) };
    await storeRow(learner, workbookField, task, 2);
    await query("update private.reminder_settings set last_sent_on = null where user_id = $1", [learner.id]);
    await makeDue(learner);
    expect(await run()).toMatchObject({ sent: 1 });
    expect(push.messages[0]?.data).toEqual({ review: "due" });
  });

  it("reaches every device of the learner", async () => {
    const { learner } = await reminded();
    await choose(learner, {}, push.subscribe());
    await makeDue(learner);
    await run();
    expect(push.messages).toHaveLength(2);
  });

  it.each([
    ["has studied today", (learner: Learner) => completeLessons(academy, learner, 1)],
    ["has read today, on any device", (learner: Learner) => place(learner, "1", 3, 0)],
    [
      "has lost access",
      ({ id }: Learner) => query("update public.orders set status = 'refunded' where user_id = $1", [id]),
    ],
    [
      "wants the account deleted",
      ({ id }: Learner) =>
        query("insert into public.deletion_requests (user_id, keeps_certificate) values ($1, true)", [id]),
    ],
  ])("is not sent to a learner who %s", async (_, change) => {
    const { learner } = await reminded();
    await change(learner);
    expect(await run()).toMatchObject({ sent: 0, skipped: 1 });
    expect(push.messages).toEqual([]);
  });

  it("is not sent to an account without the course", async () => {
    const learner = await signUp(academy);
    await choose(learner, {}, push.subscribe());
    await makeDue(learner);
    expect(await run()).toMatchObject({ sent: 0, skipped: 1 });
  });

  it.each([404, 410])("is turned off when the vendor answers %i for the last device", async (status) => {
    const { learner, device } = await reminded();
    push.fail(device, status);
    await run();
    expect((await setReminders(learner, {})).body).toMatchObject({ channel: "none", devices: 0 });
  });

  it.each([429, 500, 503])(
    "is tried again later on the same day after the vendor answered %i",
    async (status) => {
      const { learner, device } = await reminded();
      push.fail(device, status);
      expect(await run()).toMatchObject({ putOff: 1 });
      expect(await run()).toMatchObject({ sent: 0, skipped: 0, putOff: 0 });
      push.fail(device, 0);
      await makeDue(learner);
      expect(await run()).toMatchObject({ sent: 1 });
      expect(push.messages).toHaveLength(1);
    },
  );

  it("is not tried again more than two hours after the chosen time", async () => {
    const { learner, device } = await reminded();
    push.fail(device, 503);
    const { minute } = present();
    await query("update private.reminder_settings set minute = $1 where user_id = $2", [
      (minute + 1440 - 110) % 1440,
      learner.id,
    ]);
    expect(await run()).toMatchObject({ sent: 0, skipped: 1, putOff: 0 });
  });

  it("that the vendor refuses is logged as a fault for the operator", async () => {
    const { device } = await reminded();
    push.fail(device, 403);
    expectConsoleError(/"event":"push_refused".*fcm\.googleapis\.com answered 403/);
    expect(await run()).toMatchObject({ sent: 0, skipped: 1 });
  });
});

describe("a reminder on day 30", () => {
  /** A learner on day 31 of the plan who completed the last lesson three days ago. */
  async function allLessons(change: Change = {}): Promise<Learner> {
    const learner = await newLearner();
    // No lesson can have been completed before the enrolment, or the preview before the sign-up.
    await query("update auth.users set created_at = now() - interval '40 days' where id = $1", [learner.id]);
    await query(
      "update public.course_enrollments set started_at = now() - interval '40 days' where user_id = $1",
      [learner.id],
    );
    await completeLessons(academy, learner, LESSON_IDS.length);
    await query(
      "update public.course_progress set completed_at = now() - interval '3 days' where user_id = $1",
      [learner.id],
    );
    await choose(
      learner,
      { ...change, planStart: dayAgo(30) },
      change.channel === "email" ? undefined : push.subscribe(),
    );
    await makeDue(learner);
    return learner;
  }
  const handIn = (learner: Learner, ago: string) =>
    query(
      `insert into public.capstone_hand_ins (id, user_id, course_id, attempt, texts, handed_in_at, rev)
       values (gen_random_uuid(), $1, $2, 1, '{"l11-purpose": "A"}', now() - $3::interval, private.next_rev($1))`,
      [learner.id, COURSE_ID, ago],
    );

  it("asks to hand in the capstone until it was handed in, not until its lesson is complete", async () => {
    await allLessons();
    expect(await run()).toMatchObject({ sent: 1 });
    expect(push.messages[0]?.data).toEqual({ capstone: true });
    push.messages.length = 0;
    await handIn(await allLessons(), "2 days");
    expect(await run()).toMatchObject({ sent: 1 });
    expect(push.messages[0]?.data).toEqual({ review: "1" });
  });

  it("links to the capstone in the email", async () => {
    const { email } = await allLessons({ channel: "email" });
    await run();
    await academy.call("deliver-mail", {}, { apikey: academy.secretKey });
    const [mail] = academy.mails().filter((each) => each.to === email && /capstone/.test(each.subject));
    expect(mail?.subject).toBe("Hand in your capstone");
    expect(mail?.text).toContain("/academy/capstone");
  });
});

describe("the reminder settings", () => {
  it("are returned as they were saved, with the key with which browsers subscribe", async () => {
    const learner = await newLearner();
    expect(remindersReplySchema.parse((await setReminders(learner, {})).body)).toMatchObject({
      ...{ channel: "none", minute: null, timeZone: null, devices: 0, isThisDevice: false },
      publicKey: expect.stringMatching(/^[\w-]{87}$/),
    });
    const device = push.subscribe();
    const change = { channel: "push", minute: 1140, timeZone: "Asia/Kolkata", planStart: "2026-11-30" };
    const { body } = await setReminders(learner, { change, device });
    expect(remindersReplySchema.parse(body)).toMatchObject({ ...change, devices: 1, isThisDevice: true });
    expect((await setReminders(learner, { device: push.subscribe() })).body).toMatchObject({
      isThisDevice: false,
    });
  });

  it.each([
    ["of a device that has no name for its time zone", "+05:30"],
    ["of a device whose time zone only a newer server knows", "Mars/Olympus"],
  ])("store the offset %s", async (_, timeZone) => {
    const learner = await newLearner();
    const { body } = await choose(learner, { timeZone, offset: "+05:30" }, push.subscribe());
    expect(body).toMatchObject({ timeZone: "+05:30" });
  });

  it("lose their devices when the learner chooses email or nothing", async () => {
    const { learner } = await reminded();
    expect((await choose(learner, { channel: "email" })).body).toMatchObject({
      channel: "email",
      devices: 0,
    });
    expect((await choose(learner, { channel: "none" })).body).toMatchObject({ channel: "none" });
    expect(await run()).toMatchObject({ sent: 0 });
  });

  it("move a browser to the learner who turned notifications on there last", async () => {
    const { learner, device } = await reminded();
    const other = await newLearner();
    expect((await choose(other, {}, device)).body).toMatchObject({ devices: 1, isThisDevice: true });
    expect((await setReminders(learner, { device })).body).toMatchObject({ channel: "none", devices: 0 });
  });

  it("keep at most ten devices", async () => {
    const { learner } = await reminded();
    for (let count = 0; count < 10; count++) await choose(learner, {}, push.subscribe());
    expect((await setReminders(learner, {})).body).toMatchObject({ devices: 10 });
  });

  it.each([
    ["another host", "https://evil.example/push"],
    ["a host that only looks like a vendor's", "https://fcm.googleapis.com.evil.example/push"],
    ["an address of the local network", "https://127.0.0.1/push"],
    ["another port", "https://fcm.googleapis.com:8443/push"],
    ["credentials", "https://a:b@fcm.googleapis.com/push"],
    ["no TLS", "http://fcm.googleapis.com/push"],
  ])("refuse a device whose address has %s", async (_, endpoint) => {
    const learner = await newLearner();
    const { keys } = push.subscribe();
    expect(await choose(learner, {}, { endpoint, keys })).toMatchObject({
      status: 400,
      body: { code: "bad_request" },
    });
  });

  it("refuse a device whose key is none, an unknown offset, and notifications without a device", async () => {
    const learner = await newLearner();
    const device = push.subscribe();
    const keys = { ...device.keys, p256dh: "A".repeat(87) };
    expect((await choose(learner, {}, { ...device, keys })).status).toBe(400);
    expect((await choose(learner, { timeZone: "Mars/Olympus", offset: "+1" }, device)).status).toBe(400);
    expect((await choose(learner)).status).toBe(400);
  });

  it("take the zones and days that exist, and refuse all others", async () => {
    const learner = await newLearner();
    const device = push.subscribe();
    for (const { zone, isKnown } of ZONES) {
      expect({ zone, status: (await choose(learner, { timeZone: zone }, device)).status }).toEqual({
        zone,
        status: isKnown ? 200 : 400,
      });
      await academy.backend.query("delete from public.rate_limits");
    }
    for (const { day, isPossible } of DAYS) {
      expect({ day, status: (await choose(learner, { planStart: day }, device)).status }).toEqual({
        day,
        status: isPossible ? 200 : 400,
      });
      await academy.backend.query("delete from public.rate_limits");
    }
  });

  it("require a proven address for email", async () => {
    const learner = await signUp(academy);
    expect(await choose(learner, { channel: "email" })).toMatchObject({
      status: 403,
      body: { code: "address_unproven" },
    });
  });
});

describe("turning notifications off", () => {
  it("needs only the device's address, so that it works after signing out", async () => {
    const { learner, device } = await reminded();
    expect((await stopReminders({ endpoint: device.endpoint })).body).toEqual({ stopped: true });
    expect((await setReminders(learner, {})).body).toMatchObject({ channel: "none", devices: 0 });
    expect((await stopReminders({ endpoint: device.endpoint })).status).toBe(404);
  });

  it("leaves the learner's other devices on", async () => {
    const { learner, device } = await reminded();
    await choose(learner, {}, push.subscribe());
    await stopReminders({ endpoint: device.endpoint });
    expect((await setReminders(learner, {})).body).toMatchObject({ channel: "push", devices: 1 });
  });

  it("does not happen when the browser gives the device another address", async () => {
    const { device } = await reminded();
    const replacement = push.subscribe();
    expect((await stopReminders({ endpoint: device.endpoint, replacement })).status).toBe(200);
    await run();
    expect(push.messages.map(({ endpoint }) => endpoint)).toEqual([replacement.endpoint]);
    const foreign = { ...replacement, endpoint: "https://evil.example/push" };
    expect((await stopReminders({ endpoint: replacement.endpoint, replacement: foreign })).status).toBe(400);
  });
});

describe("the email of the day", () => {
  const remindedByMail = async () => {
    const learner = await newLearner();
    await choose(learner, { channel: "email" });
    await makeDue(learner);
    return learner;
  };
  const deliver = () => academy.call("deliver-mail", {}, { apikey: academy.secretKey });
  const mailsTo = ({ email }: Learner) =>
    academy.mails().filter((mail) => mail.to === email && mail.subject.startsWith("Lesson"));
  const keyIn = (text: string | undefined) => /\/auth\/reminder#key=(\S+)/.exec(text ?? "")?.[1] ?? "";

  it("is sent once, with a link to the lesson and one that turns it off", async () => {
    const learner = await remindedByMail();
    expect((await Promise.all([run(), run()])).map(({ sent }) => sent).sort()).toEqual([0, 1]);
    await deliver();
    const [mail, ...others] = mailsTo(learner);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Lesson 1, about ${LESSON_MINUTES} minutes`);
    expect(mail?.text).toContain(`${academy.url}/academy/course/ai-fluency?lesson=1`);
    expect(keyIn(mail?.text)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("names the lab of the day and links to it", async () => {
    const learner = await newLearner();
    await choose(learner, { channel: "email", planStart: dayAgo(1) });
    await makeDue(learner);
    await completeBefore(learner);
    await run();
    await deliver();
    const [mail] = academy.mails().filter(({ to }) => to === learner.email);
    expect(mail?.subject).toBe("Lab “Teach a machine to sort mail”, about 12 minutes");
    expect(mail?.text).toContain(`${academy.url}${paths.lab("sort-mail")}`);
    expect(mail?.text).toContain("the lab “Teach a machine to sort mail” (about 12 minutes)");
  });

  it("names the review of the day and links to it", async () => {
    const learner = await newLearner();
    await choose(learner, { channel: "email", planStart: dayAgo(6) });
    await completeBefore(learner, 3);
    await makeDue(learner);
    await run();
    await deliver();
    const [mail] = academy.mails().filter(({ to }) => to === learner.email);
    expect(mail?.subject).toBe("Review 1: lessons 1 to 3");
    expect(mail?.text).toContain(`${academy.url}${paths.review("1")}`);
  });

  it("is turned off by the key in its link, and by the mail program's button (RFC 8058)", async () => {
    for (const press of [
      (key: string) => stopReminders({ key }),
      async (key: string) => {
        const form = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
        return fetch(`${academy.url}/functions/v1/stop-reminders?key=${key}`, { method: "POST", body: form });
      },
    ]) {
      const learner = await remindedByMail();
      await run();
      await deliver();
      expect((await press(keyIn(mailsTo(learner)[0]?.text))).status).toBe(200);
      expect((await setReminders(learner, {})).body).toMatchObject({ channel: "none" });
    }
    expect((await stopReminders({ key: crypto.randomUUID() })).status).toBe(404);
  });

  it("leads to the page with a button when a program opens the header's address, which changes nothing", async () => {
    const learner = await remindedByMail();
    await run();
    await deliver();
    const key = keyIn(mailsTo(learner)[0]?.text);
    const reply = await fetch(`${academy.url}/functions/v1/stop-reminders?key=${key}`, {
      redirect: "manual",
    });
    expect(reply.status).toBe(303);
    expect(reply.headers.get("location")).toBe(`${academy.url}${mailPaths.reminder()}#key=${key}`);
    expect((await setReminders(learner, {})).body).toMatchObject({ channel: "email" });
  });

  it("is not delivered to a learner who has turned it off meanwhile, nor hours late", async () => {
    const [changed, late] = [await remindedByMail(), await remindedByMail()];
    await run();
    await choose(changed, { channel: "none" });
    await query(
      "update public.mail_queue set data = data || $1 where kind = 'study_reminder' and data ->> 'user_id' = $2",
      [{ until: new Date(Date.now() - 1000).toISOString() }, late.id],
    );
    await deliver();
    expect([...mailsTo(changed), ...mailsTo(late)]).toEqual([]);
  });
});
