import type { Backend } from "@academy/local-supabase";
import { createLog } from "../functions/_shared/log.ts";
import type { FunctionHost } from "./functions.ts";

/** A row of private.jobs. `waiting` is a query that runs first, to skip calls that would find nothing to do. */
type Job = { name: string; pause_ms: number; waiting: string | null };

/** A run that had nothing to do is recorded at most this often. */
const RECORD_IDLE_EVERY_MS = 60_000;

/**
 * Replaces production's pg_cron: calls the functions in private.jobs on timers. Runs of the same function never
 * overlap; a failed run is logged, and the next one tries again. Returns a function that stops the timers and waits for
 * running jobs.
 */
export async function startJobs(functions: FunctionHost, backend: Backend): Promise<() => Promise<void>> {
  const jobs = await backend.query<Job>(
    "select name, (extract(epoch from embedded_pause) * 1000)::integer as pause_ms, waiting from private.jobs",
  );
  const stops = jobs.map((job) => startJob(job, functions, backend));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startJob(job: Job, functions: FunctionHost, backend: Backend): () => Promise<void> {
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let recordedAt = Number.NEGATIVE_INFINITY;

  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = run().finally(schedule);
    }, job.pause_ms);
  };
  schedule();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };

  async function run(): Promise<void> {
    const requestId = crypto.randomUUID();
    const request = new Request(`http://localhost/functions/v1/${job.name}`, {
      method: "POST",
      headers: { apikey: backend.secretKey, "x-request-id": requestId },
    });
    try {
      if (job.waiting && (await backend.query(`${job.waiting} limit 1`)).length === 0)
        return await recordIdle();
      const reply = await functions.call(job.name, request, "127.0.0.1");
      if (!reply.ok) throw new Error(`${job.name} answered ${reply.status}: ${await reply.text()}`);
    } catch (error) {
      createLog({ source: "server", requestId }).fault("job_failed", error, { job: job.name });
    }
  }

  async function recordIdle(): Promise<void> {
    if (performance.now() - recordedAt < RECORD_IDLE_EVERY_MS) return;
    await backend.query("select public.record_job_run($1, true)", [job.name]);
    recordedAt = performance.now();
  }
}
