import { downloadStatus } from "../../db/downloadStatus.ts";
import { hasAskedFor } from "../../db/downloads.ts";

/**
 * Fetches what the learner has asked for. A look at the server that was under way already may have ended without
 * hearing of it, so what is still asked for afterwards, without a failure, is looked for once more.
 */
export async function fetchLessons(): Promise<void> {
  const { syncNow } = await import("../../sync/start.ts");
  await syncNow("lessons are wanted");
  if (downloadStatus().phase === "idle" && navigator.onLine && (await hasAskedFor()))
    await syncNow("lessons are still wanted");
}
