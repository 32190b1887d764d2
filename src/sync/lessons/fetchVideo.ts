import {
  dropVideo,
  isPartHere,
  isVideoHere,
  joinParts,
  type Part,
  readVideo,
  saveCaptions,
  savePart,
  type VideoFile,
} from "../../db/lessons/videoFiles.ts";
import { DONE, later, type Outcome } from "../ports.ts";
import { sha256Hex } from "./sha256.ts";

/** The most bytes that a lost connection or a pause can waste, and the most that are in memory at a time. */
const PART_BYTES = 256 * 1024;
/** The browser can hash only what is in memory, so only the length of a larger video is compared. */
const HASHED_BYTES = 32 * 1024 * 1024;

export type VideoFetching = {
  fetch: typeof globalThis.fetch;
  /** Returns a new signal for one request. */
  signal: () => AbortSignal;
  /** Called before each part, because the learner's choice may have changed. */
  isWanted(): Promise<boolean>;
  report(receivedBytes: number): void;
};

export function partsOf({ bytes }: VideoFile): Part[] {
  return Array.from({ length: Math.ceil(bytes / PART_BYTES) }, (_, index) => ({
    start: index * PART_BYTES,
    end: Math.min((index + 1) * PART_BYTES, bytes),
  }));
}

/**
 * Downloads a video in parts and joins them when all have arrived. Parts are kept after a pause or a lost connection and
 * are not downloaded again. Rejects with the error of Cache Storage: QuotaExceededError on a full device.
 */
export async function fetchVideo(
  video: VideoFile,
  ports: VideoFetching,
): Promise<Outcome | { status: "stopped" }> {
  if (await isVideoHere(video)) return DONE;
  const parts = partsOf(video);
  for (const [index, part] of parts.entries()) {
    ports.report(part.start);
    if (await isPartHere(video, part)) continue;
    if (!(await ports.isWanted())) return { status: "stopped" };
    const range = { Range: `bytes=${part.start}-${part.end - 1}` };
    const reply = await ask(video.src, range, ports, (answer) => answer.blob());
    if (!reply) return later("network");
    if (reply.status === 206 && reply.body.size === part.end - part.start) {
      await savePart(video, part, reply.body);
    } else if (reply.status === 200 && reply.body.size === video.bytes) {
      // A host without range support sends the whole video, so no other request is needed.
      for (const { start, end } of parts.slice(index))
        await savePart(video, { start, end }, reply.body.slice(start, end));
    } else return later("server");
  }

  const captions = await ask(video.captions, {}, ports, (answer) => answer.text());
  if (!captions) return later("network");
  if (captions.status !== 200 || !captions.body.startsWith("WEBVTT")) return later("server");
  await saveCaptions(video, captions.body);
  await joinParts(video, parts);
  if (await hasItsHash(video)) return DONE;
  console.warn(`The video ${video.src} was discarded because its hash does not match`);
  await dropVideo(video);
  return later("server");
}

/** Null when there was no response or it was cut off. */
async function ask<T>(
  address: string,
  headers: HeadersInit,
  ports: VideoFetching,
  read: (answer: Response) => Promise<T>,
): Promise<{ status: number; body: T } | null> {
  try {
    // A second copy in the browser's HTTP cache would be useless.
    const answer = await ports.fetch(address, { headers, signal: ports.signal(), cache: "no-store" });
    return { status: answer.status, body: await read(answer) };
  } catch {
    return null;
  }
}

async function hasItsHash(video: VideoFile): Promise<boolean> {
  if (video.bytes > HASHED_BYTES) return true;
  const bytes = await readVideo(video);
  return bytes !== null && (await sha256Hex(bytes)) === video.hash;
}
