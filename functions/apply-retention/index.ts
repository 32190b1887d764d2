import { z } from "zod";
import { removeStudentIds, studentIdsSchema } from "../_shared/accounts/studentIdFiles.ts";
import { callDatabase } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import { serveJob } from "../_shared/http/serveJob.ts";
import { applyInRounds, type Batch, fromRandomPlace, type Rule } from "./rounds.ts";

const FILES_AT_ONCE = 100;
/** No batch starts later than this. Whatever is left follows in the next run. */
const MAX_RUN_MS = 20_000;

const batchSchema = z.object({ count: z.int(), is_full: z.boolean() });

/**
 * POST, for timers that hold the secret key (`apikey` header): deletes data past its retention period, by the rules in
 * `private.retention_rules`, each batch in its own transaction. Returns in `counts` how many rows each rule removed or
 * emptied (student IDs are counted together), which rules `failed`, and which are `unfinished` because time ran out.
 */
export default serveJob("apply-retention", async (call) => {
  const endAt = performance.now() + MAX_RUN_MS;
  const outcome = await applyInRounds(fromRandomPlace(await rulesOf(call)), {
    hasTime: () => performance.now() < endAt,
    onError: (error, rule) => call.log.fault("retention", error, { rule }),
  });
  if (outcome.unfinished.length > 0)
    call.log.info("retention_unfinished", { rules: outcome.unfinished.join(", ") });
  return outcome;
});

async function rulesOf(call: Call): Promise<Rule[]> {
  const names = await callDatabase(call.admin, "retention_rule_names", {}, z.array(z.string()));
  return [
    { name: "student ID", applyBatch: () => removeDueFiles(call) },
    ...names.map((name) => ({ name, applyBatch: () => applyRule(call, name) })),
  ];
}

async function applyRule(call: Call, name: string): Promise<Batch> {
  const batch = await callDatabase(call.admin, "apply_retention", { p_rule: name }, batchSchema);
  return { count: batch.count, isFull: batch.is_full };
}

async function removeDueFiles(call: Call): Promise<Batch> {
  const args = { p_limit: FILES_AT_ONCE };
  const files = await callDatabase(call.admin, "due_student_ids", args, studentIdsSchema);
  await removeStudentIds(call, files);
  return { count: files.length, isFull: files.length === FILES_AT_ONCE };
}
