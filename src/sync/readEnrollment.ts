import { z } from "zod";
import { readMeta, writeMeta } from "../db/meta.ts";
import { retryParked } from "../db/settleEntries.ts";
import { asLearner } from "./asLearner.ts";
import { DONE, later, type Outcome, type SyncPorts } from "./ports.ts";

const rowsSchema = z.array(z.object({ id: z.string() })).max(1);

/**
 * Asks whether the learner has a course (spec §7: course_enrollments, id, limit 1) and keeps the answer on the
 * device. Its owner sees only rows that give access, so no row means not enrolled. A new enrolment gives refused
 * work another chance (`onRevived`): it may have been refused for want of it.
 */
export async function readEnrollment(
  ports: SyncPorts,
  signal: AbortSignal,
  onRevived: () => void,
): Promise<Outcome> {
  const path = `course_enrollments?select=id&user_id=eq.${ports.userId}&limit=1`;
  const answer = await asLearner(ports, path, { signal });
  if (answer.status !== "json") return answer.status === "refused" ? later("server") : answer;
  const rows = rowsSchema.safeParse(answer.body);
  if (!rows.success) return later("server");
  const enrollment = rows.data.length > 0 ? "enrolled" : "notEnrolled";
  const before = await readMeta(ports.db, "enrollment");
  if (before === enrollment) return DONE;
  await writeMeta(ports.db, "enrollment", enrollment);
  if (enrollment === "enrolled" && (await retryParked(ports.db)) > 0) onRevived();
  return DONE;
}
