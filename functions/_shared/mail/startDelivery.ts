import { runInBackground } from "../background.ts";
import { deliverDueMails, type Postman } from "./deliver.ts";

const MOMENT_MS = 1_000;

/**
 * Tries to send at once what has just been queued, and waits for it no longer than a moment. What is not sent stays
 * in the queue for the timer.
 */
export async function startMailDelivery(postman: Postman): Promise<void> {
  const work = deliverDueMails(postman).catch((error: unknown) =>
    postman.log.fault("mail_delivery_stopped", error),
  );
  runInBackground(work);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moment = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MOMENT_MS);
  });
  await Promise.race([work, moment]);
  clearTimeout(timer);
}
