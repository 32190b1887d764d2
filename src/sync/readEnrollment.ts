import { z } from "zod";
import { readMeta, writeMeta } from "../db/meta.ts";
import { retryParked } from "../db/settleEntries.ts";
import { TIERS } from "../domain/plans.ts";
import { asLearner } from "./asLearner.ts";
import { DONE, later, type Outcome, type SyncPorts } from "./ports.ts";

const rowsSchema = z.array(z.object({ id: z.string() })).max(1);
const accessSchema = z.array(
  z.object({ tier: z.enum(TIERS), status: z.enum(["active", "paused", "revoked"]), reason: z.string() }),
);

/**
 * Asks whether the learner has a course (spec §7: course_enrollments, id, limit 1) and keeps the answer on the
 * device. Its owner sees only rows that give access, so no row means not enrolled; `enrollment_status` then says
 * why. A new enrolment gives refused work another chance (`onRevived`): it may have been refused for want of it.
 */
export async function readEnrollment(
  ports: SyncPorts,
  signal: AbortSignal,
  onRevived: () => void,
): Promise<Outcome> {
  const [enrolled, access] = await Promise.all([
    asLearner(ports, `course_enrollments?select=id&user_id=eq.${ports.userId}&limit=1`, { signal }),
    asLearner(ports, "enrollment_status?select=tier,status,reason&limit=1", { signal }),
  ]);
  if (access.status === "json") {
    const rows = accessSchema.safeParse(access.body);
    // Only told to the learner; what gives access is asked beside it.
    if (rows.success) await writeMeta(ports.db, "access", rows.data[0] ?? "none");
  }
  if (enrolled.status !== "json") return enrolled.status === "refused" ? later("server") : enrolled;
  const rows = rowsSchema.safeParse(enrolled.body);
  if (!rows.success) return later("server");
  const enrollment = rows.data.length > 0 ? "enrolled" : "notEnrolled";
  const before = await readMeta(ports.db, "enrollment");
  if (before === enrollment) return DONE;
  await writeMeta(ports.db, "enrollment", enrollment);
  if (enrollment === "enrolled" && (await retryParked(ports.db)) > 0) onRevived();
  return DONE;
}
