import { requireSecretKey } from "./caller.ts";
import { type Call, serveFunction } from "./serve.ts";

/**
 * Turns a job into a server function (POST), for timers that hold the secret key (`apikey` header). Records in the database
 * that it ran, and whether it failed, so that a missed job is noticed.
 */
export function serveJob(name: string, job: (call: Call) => Promise<unknown>) {
  return serveFunction({ name, method: "POST", rateLimit: null }, async (call) => {
    await requireSecretKey(call.request);
    let isSuccess = false;
    try {
      const outcome = await job(call);
      isSuccess = true;
      return outcome;
    } finally {
      await recordRun(call, name, isSuccess);
    }
  });
}

/** A run that cannot be recorded is only logged, because the job itself has done its work. */
async function recordRun({ admin, log }: Call, job: string, isSuccess: boolean): Promise<void> {
  const { error } = await admin.rpc("record_job_run", { p_job: job, p_is_success: isSuccess });
  if (error) log.fault("job_not_recorded", error);
}
