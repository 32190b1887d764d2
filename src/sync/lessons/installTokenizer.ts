import { hasTokenizer, noteTokenizer } from "../../db/lessons/downloads.ts";
import {
  dropTokenizer,
  isTokenizerHere,
  storeTokenizer,
  TOKENIZER_BYTES,
} from "../../db/lessons/tokenizerFile.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { readMeta } from "../../db/store/meta.ts";
import type { DownloadId } from "../../db/store/rows.ts";
import type { DownloadStatus } from "../../db/store/syncStatus.ts";
import type { LessonRow } from "../../domain/course/pack.ts";
import { anySignal } from "../../platform/anySignal.ts";
import { isMetered } from "../../platform/device/connection.ts";
import { withLock } from "../../platform/device/locks.ts";
import { browserRoom } from "../browserPorts.ts";
import { DONE, later, type Outcome } from "../ports.ts";
import { learnerPlan } from "./downloadPlan.ts";

const TIMEOUT_MS = 5 * 60_000;
/** The file and what the browser needs to store it. */
const ROOM_FACTOR = 2;

/** Notes whether the tokenizer is still on this device, and returns it if it is to be downloaded. */
export async function missingTokenizer(
  db: LearnerDb,
  published: readonly LessonRow[],
): Promise<DownloadId[]> {
  if (!hasTokenizer(published)) return [];
  try {
    await noteTokenizer(db);
    return (await isTokenizerHere()) ? [] : ["tokenizer"];
  } catch (error) {
    console.warn("The tokenizer on this device could not be read", error);
    return [];
  }
}

/**
 * Downloads the tokenizer if the learner's plan wants it. Comes last, because one lab needs it. Two tabs would both download
 * it, so one waits for the other.
 */
export function refreshTokenizer(
  db: LearnerDb,
  stopped: AbortSignal,
  report: (status: DownloadStatus) => void,
): Promise<Outcome> {
  const install = () => installTokenizer(db, stopped, report);
  const lock = { waitMs: TIMEOUT_MS, signal: stopped };
  return withLock("academy-tokenizer", install, lock).catch((error: unknown) => {
    if (stopped.aborted) return later("network");
    const isFull = error instanceof Error && error.name === "QuotaExceededError";
    report({ phase: "failed", why: isFull ? "noRoom" : "network" });
    console.warn("The tokenizer could not be stored on this device", error);
    return later("network");
  });
}

async function installTokenizer(
  db: LearnerDb,
  stopped: AbortSignal,
  report: (status: DownloadStatus) => void,
): Promise<Outcome> {
  const plan = learnerPlan(db, isMetered, report);
  const [missing] = await missingTokenizer(db, (await readMeta(db, "published")) ?? []);
  if (!missing || (await plan.next([missing])) === null) return DONE;
  const free = await browserRoom.freeBytes();
  if (free !== null && free < ROOM_FACTOR * TOKENIZER_BYTES) {
    plan.report({ phase: "failed", why: "noRoom" });
    return later("busy");
  }
  plan.report({ phase: "running", id: missing });
  await storeTokenizer(anySignal([stopped, AbortSignal.timeout(TIMEOUT_MS)]));
  if (await plan.isRemoved(missing)) await dropTokenizer();
  await noteTokenizer(db);
  await plan.arrived(missing);
  plan.report({ phase: "idle" });
  return DONE;
}
