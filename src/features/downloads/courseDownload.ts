import { hasAskedFor } from "../../db/lessons/downloads.ts";
import type { Download, Downloads } from "../../db/lessons/useDownloads.ts";
import type { DownloadId } from "../../db/store/rows.ts";
import { type DownloadStatus, downloadStatus, syncStatus } from "../../db/store/syncStatus.ts";
import { syncNow } from "../../sync/syncOnDemand.ts";

type Running = Extract<DownloadStatus, { phase: "running" }>;
type Sizes = { hereBytes: number; totalBytes: number };

/**
 * The state of the course download. `waiting`: it starts automatically within moments. `offered`: it starts only on
 * request, because the connection is metered or lessons were removed.
 */
export type CourseDownload = Sizes &
  (
    | { state: "unknown" | "whole" | "paused" | "waiting" }
    | (Omit<Running, "phase"> & { state: "running"; isPausing: boolean })
    | { state: "failed"; why: "noRoom" | "network" | "server" }
    | { state: "offered"; why: "metered" | "removed" }
  );

type Facts = Downloads & { status: DownloadStatus; isMetered: boolean };

export function courseDownload({ files, isPaused, status, isMetered }: Facts): CourseDownload {
  const missing = files.filter(({ state }) => state !== "here");
  const totalBytes = sizeOf(files);
  const sizes = { totalBytes, hereBytes: totalBytes - sizeOf(missing) };
  if (files.length === 0) return { ...sizes, state: "unknown" };
  if (status.phase === "running") return { ...sizes, state: "running", id: status.id, isPausing: isPaused };
  if (missing.length === 0) return { ...sizes, state: "whole" };
  const isAsked = missing.some(({ state }) => state === "asked");
  const comesByItself = !isPaused && !isMetered && missing.some(({ state }) => state === "absent");
  if (isAsked || comesByItself) {
    if (status.phase === "failed") return { ...sizes, state: "failed", why: status.why };
    return { ...sizes, state: "waiting" };
  }
  if (isPaused) return { ...sizes, state: "paused" };
  const isRemoved = missing.every(({ state }) => state === "removed");
  return { ...sizes, state: "offered", why: isRemoved ? "removed" : "metered" };
}

/** The size of these files together, in bytes. */
export function sizeOf(files: readonly Download[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

/**
 * Downloads the requested lessons. A sync that was already running may have missed the request, so a second sync runs
 * if lessons are still requested and no download has failed.
 */
export async function fetchLessons(): Promise<void> {
  await syncNow();
  // Without a session, another sync would not fetch them either.
  if (downloadStatus().phase !== "idle" || syncStatus().phase === "signedOut") return;
  if (await hasAskedFor()) await syncNow();
}

/** How a sentence names a download. */
export function downloadName(id: DownloadId): string {
  return id === "tokenizer" ? "the tokenizer" : `lesson ${id}`;
}
