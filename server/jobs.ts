import type { Backend } from "./backend/start.ts";
import type { FunctionHost } from "./functions.ts";

const MAIL_EVERY_MS = 2_000;

/**
 * What pg_cron does in production: sends the mails that wait. One run at a time; a run that fails is reported and
 * the next one tries again. Returns a function that stops the timer and waits for a running job.
 */
export function startJobs(functions: FunctionHost, backend: Backend): () => Promise<void> {
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = deliverMail(functions, backend).finally(schedule);
    }, MAIL_EVERY_MS);
  };
  schedule();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}

async function deliverMail(functions: FunctionHost, backend: Backend): Promise<void> {
  const request = new Request("http://localhost/functions/v1/deliver-mail", {
    method: "POST",
    headers: { apikey: backend.secretKey },
  });
  try {
    const waiting = await backend.query(
      "select 1 from public.mail_queue where status = 'queued' and next_attempt_at <= now() limit 1",
    );
    if (waiting.length === 0) return;
    const reply = await functions.call("deliver-mail", request, "127.0.0.1");
    if (!reply.ok) console.error(`deliver-mail answered ${reply.status}: ${await reply.text()}`);
  } catch (error) {
    console.error("deliver-mail failed:", error);
  }
}
