import { createAdminClient } from "@supabase/server/core";
import { runInBackground } from "../background.ts";
import { deliverDueMails, type MailContext } from "./deliver.ts";

const MOMENT_MS = 1_000;

/**
 * Tries to send newly queued emails immediately and waits only briefly. Unsent emails stay in the queue for the timer.
 */
export async function startMailDelivery(context: MailContext): Promise<void> {
  // Not in the turn of the caller: these may be emails to anyone.
  const work = deliverDueMails({ ...context, admin: createAdminClient() }).catch((error: unknown) =>
    context.log.fault("mail_delivery_stopped", error),
  );
  runInBackground(work);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moment = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MOMENT_MS);
  });
  await Promise.race([work, moment]);
  clearTimeout(timer);
}
