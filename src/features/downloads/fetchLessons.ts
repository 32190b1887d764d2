import { downloadStatus } from "../../db/lessons/downloadStatus.ts";
import { hasAskedFor } from "../../db/lessons/downloads.ts";
import { syncStatus } from "../../db/store/syncStatus.ts";

/**
 * Downloads the requested lessons. A sync that was already running may have missed the request, so a second sync runs
 * if lessons are still requested and no download has failed.
 */
export async function fetchLessons(): Promise<void> {
  const { syncNow } = await import("../../sync/triggers.ts");
  await syncNow();
  // Without a session, another sync would not fetch them either.
  if (downloadStatus().phase !== "idle" || syncStatus().phase === "signedOut") return;
  if (await hasAskedFor()) await syncNow();
}
