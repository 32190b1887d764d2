import type { DownloadStatus } from "../../db/lessons/downloadStatus.ts";
import { noteVideos } from "../../db/lessons/downloads.ts";
import { canKeepVideos } from "../../db/lessons/videoFiles.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { readMeta } from "../../db/store/meta.ts";
import type { PublishedLesson } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { anySignal } from "../../platform/anySignal.ts";
import { isMetered } from "../../platform/device/connection.ts";
import { browserRoom } from "../browserPorts.ts";
import { later, type Outcome, type SyncPorts } from "../ports.ts";
import { learnerPlan } from "./downloadPlan.ts";
import { installVideos, missingVideos, type NoteVideos } from "./installVideos.ts";
import { underMediaLock } from "./mediaLock.ts";

/** Enough for one part of a video on the slowest connection that we support. */
const PART_TIMEOUT_MS = 5 * 60_000;

/** Empty if videos cannot be stored. Texts are installed even then. */
export async function lessonsWithoutVideo(
  db: LearnerDb,
  published: readonly PublishedLesson[],
): Promise<LessonId[]> {
  if (!canKeepVideos()) return [];
  try {
    return [...(await missingVideos(published, db.lessons, noteIn(db))).keys()];
  } catch (error) {
    console.warn("The videos on this device could not be read", error);
    return [];
  }
}

/** Downloads the videos of the lessons in the last published list on this device. */
export async function refreshVideos(
  { db, fetch }: Pick<SyncPorts, "db" | "fetch">,
  stopped: AbortSignal,
  report: (status: DownloadStatus) => void,
): Promise<Outcome> {
  const videos = {
    fetch,
    signal: () => anySignal([stopped, AbortSignal.timeout(PART_TIMEOUT_MS)]),
    missing: async () => missingVideos((await readMeta(db, "published")) ?? [], db.lessons, noteIn(db)),
    note: noteIn(db),
  };
  try {
    const plan = learnerPlan(db, isMetered, report);
    return await underMediaLock(stopped, () => installVideos(videos, browserRoom, plan));
  } catch (error) {
    if (stopped.aborted) return later("network");
    const isFull = error instanceof Error && error.name === "QuotaExceededError";
    report({ phase: "failed", why: isFull ? "noRoom" : "server" });
    console.warn("A video could not be stored on this device", error);
    return later("server");
  }
}

function noteIn(db: LearnerDb): NoteVideos {
  return (isHere, arrived) => noteVideos(db, isHere, arrived);
}
