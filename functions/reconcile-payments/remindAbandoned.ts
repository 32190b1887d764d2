import { z } from "zod";
import { callDatabase } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";

const MAX_REMINDERS_PER_RUN = 50;

/** Queues the one reminder for orders that were left a day ago with consent to it. Returns how many. */
export function remindAbandoned(call: Call): Promise<number> {
  return callDatabase(call.admin, "queue_reminders", { p_limit: MAX_REMINDERS_PER_RUN }, z.int());
}
