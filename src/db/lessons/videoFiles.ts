import type { LessonVideo } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { replaceStored } from "../store/keptAssets.ts";

/**
 * Videos are stored in Cache Storage, from which the worker serves them. With IndexedDB, playing a video would need all
 * of it in memory.
 */
const CACHE = "academy-media";

export type VideoFile = LessonVideo;
/** A range of a video's bytes, from `start` up to but not including `end`. */
export type Part = { start: number; end: number };

/** Each part has a separate address, so that it cannot be mistaken for the whole video or for a part of another size. */
const partOf = (src: string, { start, end }: Part) => `${src}?bytes=${start}-${end}`;
const open = () => caches.open(CACHE);

/** False if the browser has no Cache Storage. Videos can then be watched online only. */
export function canKeepVideos(): boolean {
  return "caches" in globalThis;
}

/** True if the whole video is on this device. */
export async function isVideoHere({ src }: VideoFile): Promise<boolean> {
  return (await (await open()).match(src)) !== undefined;
}

export async function isPartHere({ src }: VideoFile, part: Part): Promise<boolean> {
  return (await (await open()).match(partOf(src, part))) !== undefined;
}

/** Throws QuotaExceededError when the device is full. */
export async function savePart({ src }: VideoFile, part: Part, bytes: Blob): Promise<void> {
  await replaceStored(await open(), partOf(src, part), new Response(bytes));
}

export async function saveCaptions({ captions }: VideoFile, text: string): Promise<void> {
  const file = new Response(text, { headers: { "Content-Type": "text/vtt" } });
  await replaceStored(await open(), captions, file);
}

/**
 * Joins the parts into the whole video, one after the other, so that only one is in memory. If a part is missing,
 * rejects and keeps the others.
 */
export async function joinParts({ src, type, bytes }: VideoFile, parts: readonly Part[]): Promise<void> {
  const cache = await open();
  const left = parts.values();
  const whole = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { value: part } = left.next();
      if (!part) return stream.close();
      const found = await cache.match(partOf(src, part));
      if (!found) throw new Error(`the part of ${src} from byte ${part.start} is missing`);
      stream.enqueue(new Uint8Array(await found.arrayBuffer()));
    },
  });
  const headers = { "Content-Type": type, "Content-Length": `${bytes}`, "Accept-Ranges": "bytes" };
  await replaceStored(cache, src, new Response(whole, { headers }));
  for (const part of parts) await cache.delete(partOf(src, part));
}

/** The bytes of a video on this device, in memory. Null if the video is not complete. */
export async function readVideo({ src }: VideoFile): Promise<ArrayBuffer | null> {
  const whole = await (await open()).match(src);
  return whole ? whole.arrayBuffer() : null;
}

/** Removes a video, complete or not, and its captions from this device. */
export async function dropVideo({ src, captions }: Pick<VideoFile, "src" | "captions">): Promise<void> {
  if (!canKeepVideos()) return;
  const cache = await open();
  await cache.delete(captions);
  await cache.delete(src, { ignoreSearch: true });
}

/**
 * Removes earlier videos of these lessons, except those in `stay`. All other videos are kept, even those of lessons
 * that the current learner may not see, because all users of this device share them.
 */
export async function dropEarlierVideos(
  lessonIds: readonly LessonId[],
  stay: readonly VideoFile[],
): Promise<void> {
  const cache = await open();
  const known = new Set(stay.flatMap(({ src, captions }) => [src, captions]));
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    const isOfThese = lessonIds.some((each) => pathname.startsWith(`/media/lesson-${each}-`));
    if (isOfThese && !known.has(pathname)) await cache.delete(request);
  }
}

export async function dropAllVideos(): Promise<void> {
  if (canKeepVideos()) await caches.delete(CACHE);
}
