import { z } from "zod";
import { DatabaseError } from "../database.ts";
import type { Call } from "../http/serve.ts";

export const STUDENT_ID_BUCKET = "student-ids";

export const studentIdsSchema = z.array(z.object({ id: z.uuid(), path: z.string() }));

/**
 * Deletes the files before the rows that store their paths, so that a crash in between leaves no file without a row.
 */
export async function removeStudentIds(call: Call, all: z.infer<typeof studentIdsSchema>): Promise<void> {
  if (all.length === 0) return;
  const removed = await call.admin.storage.from(STUDENT_ID_BUCKET).remove(all.map(({ path }) => path));
  if (removed.error) throw removed.error;
  const { error } = await call.admin
    .from("student_ids")
    .delete()
    .in(
      "id",
      all.map(({ id }) => id),
    );
  if (error) throw new DatabaseError("student_ids", error);
}
