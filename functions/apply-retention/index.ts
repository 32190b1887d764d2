import { z } from "zod";
import { removeStudentIds, studentIdsSchema } from "../_shared/accounts/studentIdFiles.ts";
import { callDatabase } from "../_shared/database.ts";
import { requireSecretKey } from "../_shared/http/caller.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";

const FILES_AT_ONCE = 100;
/** More uploads than this become due in a day only under attack; the next run takes the rest. */
const MAX_ROUNDS = 50;
const MAX_RUN_MS = 40_000;

/**
 * POST, for timers that hold the secret key (`apikey` header): deletes data past its retention period, by the rules in
 * `private.retention_rules`. Returns how many rows each rule removed or emptied; student IDs are counted together.
 */
export default {
  fetch: serveFunction(
    { name: "apply-retention", method: "POST", rateLimit: null },
    async (call): Promise<Record<string, number>> => {
      await requireSecretKey(call.request);
      const files = await removeDueFiles(call);
      const counts = await callDatabase(call.admin, "apply_retention", {}, z.record(z.string(), z.int()));
      return { ...counts, "student ID": files };
    },
  ),
};

async function removeDueFiles(call: Call): Promise<number> {
  const endAt = performance.now() + MAX_RUN_MS;
  let count = 0;
  for (let round = 0; round < MAX_ROUNDS && performance.now() < endAt; round++) {
    const args = { p_limit: FILES_AT_ONCE };
    const files = await callDatabase(call.admin, "due_student_ids", args, studentIdsSchema);
    await removeStudentIds(call, files);
    count += files.length;
    if (files.length < FILES_AT_ONCE) break;
  }
  return count;
}
