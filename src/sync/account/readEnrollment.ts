import * as z from "zod/mini";
import { keepEnrollment } from "../../db/study/enrollment.ts";
import { retryParked, retryPassed } from "../../db/synced/queue.ts";
import { rowTime } from "../../domain/certificate/certificate.ts";
import { COURSE_ID, type UserId } from "../../domain/ids.ts";
import { TIERS } from "../../domain/sales/plans.ts";
import { authenticatedRequest, type LearnerAnswer } from "../exchange/authenticatedRequest.ts";
import { later, type Outcome, type SyncPorts } from "../ports.ts";

const rowsSchema = z.array(z.object({ id: z.string() })).check(z.length(1));

const tier = z.enum(TIERS);
const boughtSchema = z.object({ tier, status: z.enum(["active", "paused", "revoked"]), reason: z.string() });
const neverBoughtSchema = z.object({ status: z.literal("none") });
/** Exactly one row about this learner. Anything else, including an empty list, is not an answer. */
const statusSchema = (userId: UserId) =>
  z.tuple([
    z.intersection(
      z.object({
        user_id: z.literal(userId),
        answered_at: rowTime,
      }),
      z.union([boughtSchema, neverBoughtSchema]),
    ),
  ]);
const STATUS_COLUMNS = "user_id,tier,status,reason,answered_at";

export type EnrollmentOutcome =
  | { status: "done"; enrollment: "enrolled" | "notEnrolled" }
  | Exclude<Outcome, { status: "done" }>;

type Changes = {
  /** Called when a learner who was not enrolled now has the course. */
  onEnrolled(): void;
  /** Called when parked entries have become pending again, because the reason for their rejection may have passed. */
  onRetriedParked(): void;
};

/**
 * Asks the server whether the learner has a course and stores the answer on the device.
 *
 * 1. A row of course_enrollments means yes (spec §7: id, limit 1): learners see only their rows that give access.
 * 2. `enrollment_status` says yes or no, and why, in exactly one row.
 * 3. Only an explicit no counts. An empty list means that the answer is unknown, and changes nothing (offline rule 16).
 */
export async function readEnrollment(
  ports: SyncPorts,
  signal: AbortSignal,
  { onEnrolled, onRetriedParked }: Changes,
): Promise<EnrollmentOutcome> {
  const [rowsAnswer, statusAnswer] = await Promise.all([
    authenticatedRequest(ports, `course_enrollments?select=id&user_id=eq.${ports.userId}&limit=1`, {
      signal,
    }),
    authenticatedRequest(
      ports,
      `enrollment_status?select=${STATUS_COLUMNS}&course_id=eq.${COURSE_ID}&limit=1`,
      {
        signal,
      },
    ),
  ]);
  const hasRow = rowsAnswer.status === "json" && rowsSchema.safeParse(rowsAnswer.body).success;
  const row =
    statusAnswer.status === "json"
      ? statusSchema(ports.userId).safeParse(statusAnswer.body).data?.[0]
      : undefined;
  if (signal.aborted || !(hasRow || row)) return withoutAnswer(rowsAnswer, statusAnswer);

  const { before, now } = await keepEnrollment(ports.db, {
    enrollment: hasRow || row?.status === "active" ? "enrolled" : "notEnrolled",
    access: row ? accessOf(row) : null,
    answeredAt: row?.answered_at ?? null,
  });
  const isEnrolled = now === "enrolled";
  if (isEnrolled && before === "notEnrolled") onEnrolled();
  // Access may have ended and returned while this device was not asking.
  const retried =
    isEnrolled && before !== "enrolled"
      ? await retryParked(ports.db)
      : await retryPassed(ports.db, isEnrolled, ports.now());
  if (retried > 0) onRetriedParked();
  return { status: "done", enrollment: now };
}

function accessOf(row: z.output<typeof boughtSchema> | z.output<typeof neverBoughtSchema>) {
  if (row.status === "none") return "none";
  const { tier, status, reason } = row;
  return { tier, status, reason };
}

/** Why there is no answer: a request failed, or else the server's responses could not be understood. */
function withoutAnswer(...answers: LearnerAnswer[]): Exclude<Outcome, { status: "done" }> {
  for (const answer of answers) {
    if (answer.status === "later" || answer.status === "signedOut") return answer;
  }
  return later("server");
}
