import type { Backend } from "@academy/local-supabase";
import type { FunctionHost } from "./functions.ts";

type Job = {
  name: string;
  everyMs: number;
  /** A query that runs first, to skip calls that would find nothing to do. */
  waiting?: string;
};

const JOBS: readonly Job[] = [
  {
    name: "deliver-mail",
    everyMs: 2_000,
    waiting: "select 1 from public.mail_queue where status = 'queued' and next_attempt_at <= now() limit 1",
  },
  { name: "reconcile-payments", everyMs: 60_000 },
  {
    name: "issue-missed-certificates",
    everyMs: 60_000,
    waiting: "select 1 where public.missed_certificates(1) <> '[]'",
  },
  {
    name: "delete-due-accounts",
    everyMs: 60_000,
    waiting:
      "select 1 from public.deletion_requests where due_at <= now() union all select 1 from private.customers_to_delete limit 1",
  },
  { name: "apply-retention", everyMs: 600_000 },
];

/**
 * Replaces pg_cron of production: calls the scheduled functions. Runs of the same function never overlap; a failed run is
 * logged, and the next one tries again. Returns a function that stops the timers and waits for running jobs.
 */
export function startJobs(functions: FunctionHost, backend: Backend): () => Promise<void> {
  const stops = JOBS.map((job) => startJob(job, functions, backend));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startJob(job: Job, functions: FunctionHost, backend: Backend): () => Promise<void> {
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = run(job, functions, backend).finally(schedule);
    }, job.everyMs);
  };
  schedule();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}

async function run(job: Job, functions: FunctionHost, backend: Backend): Promise<void> {
  const request = new Request(`http://localhost/functions/v1/${job.name}`, {
    method: "POST",
    headers: { apikey: backend.secretKey },
  });
  try {
    if (job.waiting && (await backend.query(job.waiting)).length === 0) return;
    const reply = await functions.call(job.name, request, "127.0.0.1");
    if (!reply.ok) console.error(`${job.name} answered ${reply.status}: ${await reply.text()}`);
  } catch (error) {
    console.error(`${job.name} failed:`, error);
  }
}
