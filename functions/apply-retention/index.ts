import { z } from "zod";
import { callDatabase } from "../_shared/database.ts";
import { requireSecretKey } from "../_shared/secretKey.ts";
import { serveFunction } from "../_shared/serve.ts";
import { removeStudentIds, studentIdsSchema } from "../_shared/studentIdFiles.ts";

const MAX_FILES_PER_RUN = 100;

/**
 * POST, for timers that hold the secret key (`apikey` header): removes what has been kept long enough, by the rules in
 * `private.retention_rules`. Answers how many rows each rule removed or emptied, student IDs together.
 */
export default {
  fetch: serveFunction(
    { name: "apply-retention", method: "POST", rateLimit: null },
    async (call): Promise<Record<string, number>> => {
      await requireSecretKey(call.request);
      const files = await callDatabase(
        call.admin,
        "due_student_ids",
        { p_limit: MAX_FILES_PER_RUN },
        studentIdsSchema,
      );
      await removeStudentIds(call, files);
      const counts = await callDatabase(call.admin, "apply_retention", {}, z.record(z.string(), z.int()));
      return { ...counts, "student ID": files.length };
    },
  ),
};
