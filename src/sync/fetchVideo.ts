import {
  dropVideo,
  isPartHere,
  isVideoHere,
  joinParts,
  saveCaptions,
  savePart,
  type VideoFile,
} from "../db/videoFiles.ts";
import { DONE, later, type Outcome } from "./ports.ts";

/** What a broken line or a pause can cost, and what is in memory at a time. */
const PART_BYTES = 1024 * 1024;

export type VideoFetching = {
  fetch: typeof globalThis.fetch;
  signal: () => AbortSignal;
  /** Asked before each part: people change their minds. */
  isWanted(): Promise<boolean>;
  report(receivedBytes: number): void;
};

/**
 * Fetches a video part by part and puts it together when all are here. What has arrived stays after a pause or a
 * broken line, and is not fetched again. Rejects with QuotaExceededError when the device is full.
 */
export async function fetchVideo(
  video: VideoFile,
  ports: VideoFetching,
): Promise<Outcome | { status: "stopped" }> {
  if (await isVideoHere(video)) return DONE;
  const get = async (address: string, headers: HeadersInit = {}): Promise<Response | null> => {
    try {
      // Nothing is gained by a second copy in the browser's own cache.
      return await ports.fetch(address, { headers, signal: ports.signal(), cache: "no-store" });
    } catch {
      return null;
    }
  };

  const count = Math.ceil(video.bytes / PART_BYTES);
  for (let index = 0; index < count; index++) {
    const start = index * PART_BYTES;
    const end = Math.min(start + PART_BYTES, video.bytes);
    ports.report(start);
    if (await isPartHere(video, index)) continue;
    if (!(await ports.isWanted())) return { status: "stopped" };
    const reply = await get(video.src, { Range: `bytes=${start}-${end - 1}` });
    if (!reply) return later("network");
    const bytes = await bodyOf(reply);
    if (!bytes) return later("network");
    // A host that knows no ranges sends the whole each time: then its part is cut out here.
    const part = reply.status === 200 ? bytes.slice(start, end) : bytes;
    if (!reply.ok || part.size !== end - start) return later("server");
    await savePart(video, index, part);
  }

  const captions = await get(video.captions);
  if (!captions) return later("network");
  if (!captions.ok) return later("server");
  await saveCaptions(video, captions);
  try {
    await joinParts(video, count);
  } catch (error) {
    await dropVideo(video);
    throw error;
  }
  return DONE;
}

async function bodyOf(reply: Response): Promise<Blob | null> {
  try {
    return await reply.blob();
  } catch {
    return null;
  }
}
