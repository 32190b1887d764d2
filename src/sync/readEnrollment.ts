import { z } from "zod";
import { keepEnrollment } from "../db/enrollment.ts";
import { retryParked } from "../db/settleEntries.ts";
import { rowTime } from "../domain/certificate.ts";
import { COURSE_ID, type UserId } from "../domain/ids.ts";
import { TIERS } from "../domain/plans.ts";
import { asLearner, type LearnerAnswer } from "./asLearner.ts";
import { later, type Outcome, type SyncPorts } from "./ports.ts";

const rowsSchema = z.array(z.object({ id: z.string() })).length(1);

const tier = z.enum(TIERS);
const boughtSchema = z.object({ tier, status: z.enum(["active", "paused", "revoked"]), reason: z.string() });
const neverBoughtSchema = z.object({ status: z.literal("none") });
/** Exactly one row, about this very learner. Anything else, an empty list too, says nothing. */
const statusSchema = (userId: UserId) =>
  z.tuple([
    z
      .object({
        user_id: z.literal(userId),
        registered_at: rowTime,
        enrolled_at: rowTime.nullable(),
        answered_at: rowTime,
      })
      .and(z.union([boughtSchema, neverBoughtSchema])),
  ]);
const STATUS_COLUMNS = "user_id,tier,status,reason,registered_at,enrolled_at,answered_at";

export type EnrollmentOutcome =
  | { status: "done"; enrollment: "enrolled" | "notEnrolled" }
  | Exclude<Outcome, { status: "done" }>;

type Changes = {
  /** The learner has a course that this device did not know of. */
  onEnrolled(): void;
  /** Refused work was given another chance: it may have been refused for want of the enrolment. */
  onRevived(): void;
};

/**
 * Asks whether the learner has a course and keeps the answer on the device.
 *
 * 1. A row of course_enrollments says yes (spec §7: id, limit 1): its owner sees only rows that give access.
 * 2. `enrollment_status` says yes or no, and why, in exactly one row.
 * 3. No is believed in words alone. No rows mean that the answer is unknown, and change nothing (offline rule 16).
 */
export async function readEnrollment(
  ports: SyncPorts,
  signal: AbortSignal,
  { onEnrolled, onRevived }: Changes,
): Promise<EnrollmentOutcome> {
  const [enrolled, told] = await Promise.all([
    asLearner(ports, `course_enrollments?select=id&user_id=eq.${ports.userId}&limit=1`, { signal }),
    asLearner(ports, `enrollment_status?select=${STATUS_COLUMNS}&course_id=eq.${COURSE_ID}&limit=1`, {
      signal,
    }),
  ]);
  const hasRow = enrolled.status === "json" && rowsSchema.safeParse(enrolled.body).success;
  const said = told.status === "json" ? statusSchema(ports.userId).safeParse(told.body).data?.[0] : undefined;
  if (signal.aborted || !(hasRow || said)) return withoutAnswer(enrolled, told);

  const { before, now } = await keepEnrollment(ports.db, {
    enrollment: hasRow || said?.status === "active" ? "enrolled" : "notEnrolled",
    access: said ? accessOf(said) : null,
    answeredAt: said?.answered_at ?? null,
    studyStart: said ? { registeredAt: said.registered_at, enrolledAt: said.enrolled_at } : null,
  });
  if (now === "enrolled" && before !== "enrolled") {
    if (before === "notEnrolled") onEnrolled();
    if ((await retryParked(ports.db)) > 0) onRevived();
  }
  return { status: "done", enrollment: now };
}

function accessOf(said: z.output<typeof boughtSchema> | z.output<typeof neverBoughtSchema>) {
  if (said.status === "none") return "none";
  const { tier, status, reason } = said;
  return { tier, status, reason };
}

/** Why nothing is known: what failed of the two requests, and else that the server's words made no sense. */
function withoutAnswer(...answers: LearnerAnswer[]): Exclude<Outcome, { status: "done" }> {
  for (const answer of answers) {
    if (answer.status === "later" || answer.status === "signedOut") return answer;
  }
  return later("server");
}
