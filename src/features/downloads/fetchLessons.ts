import { downloadStatus } from "../../db/downloadStatus.ts";
import { hasAskedFor } from "../../db/downloads.ts";

/**
 * Downloads the requested lessons. A sync that was already running may have missed the request, so a second sync runs
 * if a request without a failure is left.
 */
export async function fetchLessons(): Promise<void> {
  const { syncNow } = await import("../../sync/start.ts");
  await syncNow("lessons are wanted");
  if (downloadStatus().phase === "idle" && navigator.onLine && (await hasAskedFor()))
    await syncNow("lessons are still wanted");
}
