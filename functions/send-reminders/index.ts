import { z } from "zod";
import { outlineLesson } from "../../src/domain/course/course.ts";
import { minutesFrom, stepsOf, stepWithin } from "../../src/domain/course/steps.ts";
import { COURSE_ID } from "../../src/domain/ids.ts";
import type { ReminderStep } from "../../src/domain/study/reminderText.ts";
import { callDatabase, DatabaseError } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import { serveJob } from "../_shared/http/serveJob.ts";
import { providerFacts } from "../_shared/providerFacts.ts";
import {
  type Choice,
  type ChosenStep,
  chooseStep,
  type DueReminder,
  dueReminderSchema,
  LATEST_MS,
} from "../_shared/reminders/chooseStep.ts";
import { type Device, type PushOutcome, sendPush } from "../_shared/reminders/push.ts";
import { nextReminderAt } from "../_shared/reminders/reminderTime.ts";

const MAX_RUN_MS = 60_000;
const BATCH = 20;
/** A push service that is overloaded or does not respond is tried again after this time. */
const TRY_AGAIN_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

type Result = "sent" | "skipped" | "putOff" | "failed";
type Sent = Extract<Choice, { isSent: true }>;

/**
 * POST, for timers that hold the secret key (`apikey` header): sends the reminders of the study plan that are due, at
 * most one a day to each learner. Returns how many were `sent`, `skipped`, `putOff` to a later time, or `failed`.
 */
export default serveJob("send-reminders", async (call): Promise<Record<Result, number>> => {
  const counts = { sent: 0, skipped: 0, putOff: 0, failed: 0 };
  const endAt = performance.now() + MAX_RUN_MS;
  while (performance.now() < endAt) {
    const due = await callDatabase(
      call.admin,
      "due_reminders",
      { p_limit: BATCH },
      z.array(dueReminderSchema),
    );
    const results = await Promise.all(due.map((each) => remindSafely(call, each)));
    for (const result of results) counts[result] += 1;
    if (due.length < BATCH) break;
  }
  return counts;
});

/** A reminder that fails does not stop the others, and is not due again before the next day. */
async function remindSafely(call: Call, due: DueReminder): Promise<Result> {
  try {
    return await remind(call, due);
  } catch (error) {
    call.log.fault("reminder", error);
    await claim(call, due, { nextAt: Date.now() + DAY_MS, day: null, mail: null });
    return "failed";
  }
}

async function remind(call: Call, due: DueReminder): Promise<Result> {
  const nowMs = Date.now();
  const choice = chooseStep(due, nowMs);
  const nextAt = nextReminderAt(due.time_zone, due.minute, nowMs);
  if (!choice.isSent) {
    await claim(call, due, { nextAt, day: null, mail: null });
    call.log.info("reminder_skipped", { reason: choice.reason });
    return "skipped";
  }
  const step = await describeStep(call, choice.next);
  const until = choice.chosenAt + LATEST_MS;
  const mail = due.channel === "email" ? { ...step, until: new Date(until).toISOString() } : null;
  const devices = await claim(call, due, { nextAt, day: choice.day, mail });
  if (!devices) return "skipped";
  if (mail) return "sent";

  const outcomes = await Promise.all(
    devices.map((device) => notify(call, device, step, Math.ceil((until - nowMs) / 1000))),
  );
  if (outcomes.includes("sent")) return "sent";
  if (!outcomes.includes("later")) return "skipped";
  return putOff(call, due, choice, nowMs + TRY_AGAIN_MS);
}

/** Returns the devices to notify, or null if another run has the reminder. `day` is null when nothing is sent. */
function claim(
  { admin }: Call,
  due: DueReminder,
  { nextAt, day, mail }: { nextAt: number; day: string | null; mail: Record<string, unknown> | null },
): Promise<Device[] | null> {
  return callDatabase(
    admin,
    "claim_reminder",
    {
      p_user: due.user_id,
      p_due_at: due.due_at,
      p_next_at: new Date(nextAt).toISOString(),
      p_day: day,
      p_mail: mail,
    },
    z
      .array(z.object({ id: z.uuid(), endpoint: z.string(), p256dh: z.string(), auth: z.string() }))
      .nullable(),
  );
}

async function notify(
  call: Call,
  device: Device,
  step: ReminderStep,
  ttlSeconds: number,
): Promise<PushOutcome> {
  const { contactEmail } = await providerFacts(call.admin, call.env);
  const outcome = await sendPush({ ...call, contact: contactEmail }, device, step, ttlSeconds);
  if (outcome === "sent" || outcome === "gone") {
    await callDatabase(
      call.admin,
      "record_push",
      { p_device: device.id, p_is_gone: outcome === "gone" },
      z.null(),
    );
  }
  return outcome;
}

async function putOff(call: Call, due: DueReminder, { day, chosenAt }: Sent, atMs: number): Promise<Result> {
  if (atMs > chosenAt + LATEST_MS) return "skipped";
  const args = { p_user: due.user_id, p_day: day, p_at: new Date(atMs).toISOString() };
  await callDatabase(call.admin, "put_off_reminder", args, z.null());
  return "putOff";
}

const lessonSchema = z.object({
  steps: z.array(z.object({ title: z.string(), minutes: z.number(), end: z.number() })).nullish(),
});

/**
 * How the reminder names the step, with the minutes from the step of the lesson where the learner stopped. A lesson
 * without steps takes as long as the outline says.
 */
async function describeStep({ admin }: Call, next: ChosenStep): Promise<ReminderStep> {
  if (next.kind === "submit") return { capstone: true };
  if (next.kind === "lab") return { lab: next.lab, minutes: next.minutes };
  if (next.kind === "review") return { review: next.page };
  const { lessonId, step } = next;
  const { data, error } = await admin
    .from("lessons")
    .select("steps:pack->steps")
    .eq("course_id", COURSE_ID)
    .eq("lesson_id", lessonId)
    .eq("audience", "everyone")
    .maybeSingle();
  if (error) throw new DatabaseError("lessons", error);
  const { title, minutes } = outlineLesson(lessonId);
  const cuts = lessonSchema.nullable().parse(data)?.steps;
  if (!cuts) return { lessonId, step: null, minutes };
  const steps = stepsOf({ html: "", title, minutes, steps: cuts });
  const from = step === null ? null : stepWithin(steps, step);
  return { lessonId, step: from, minutes: minutesFrom(steps, from ?? 1) };
}
