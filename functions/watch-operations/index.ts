import { z } from "zod";
import { callDatabase } from "../_shared/database.ts";
import { serveJob } from "../_shared/http/serveJob.ts";
import { readFigures } from "../_shared/operations/figures.ts";
import { problemsIn } from "../_shared/operations/thresholds.ts";

const changesSchema = z.object({ started: z.array(z.string()), ended: z.array(z.string()) });

/**
 * POST, for timers that hold the secret key (`apikey` header): compares the figures with their thresholds and queues an
 * email to the operator for each problem that has started or ended. Returns how many `problems` there are, and how many
 * `started` and `ended` in this run.
 */
export default serveJob("watch-operations", async ({ admin, log }) => {
  const problems = problemsIn(await readFigures(admin));
  const values = Object.fromEntries(problems.map(({ code, value }) => [code, value]));
  const { started, ended } = await callDatabase(
    admin,
    "record_problems",
    { p_values: values },
    changesSchema,
  );
  for (const problem of started) log.warn("problem_started", { problem });
  for (const problem of ended) log.info("problem_ended", { problem });
  return { problems: problems.length, started: started.length, ended: ended.length };
});
