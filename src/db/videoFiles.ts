import type { LessonId } from "../domain/ids.ts";
import type { LessonVideo } from "../domain/pack.ts";

/** Cache Storage, where the worker finds them: IndexedDB would have to hold a video in memory to play it. */
const CACHE = "academy-media";

export type VideoFile = LessonVideo;
/** Some of a video's bytes: from `start` up to `end`, which is not among them. */
export type Part = { start: number; end: number };

/** Parts have addresses of their own, so that nobody takes one for the whole, or for a part of another size. */
const partOf = (src: string, { start, end }: Part) => `${src}?bytes=${start}-${end}`;
const open = () => caches.open(CACHE);

/** False where the browser has no Cache Storage: there videos are watched online only. */
export function canKeepVideos(): boolean {
  return "caches" in globalThis;
}

/** True when the video is here from the first byte to the last. */
export async function isVideoHere({ src }: VideoFile): Promise<boolean> {
  return (await (await open()).match(src)) !== undefined;
}

export async function isPartHere({ src }: VideoFile, part: Part): Promise<boolean> {
  return (await (await open()).match(partOf(src, part))) !== undefined;
}

/** Throws QuotaExceededError when the device is full. */
export async function savePart({ src }: VideoFile, part: Part, bytes: Blob): Promise<void> {
  await (await open()).put(partOf(src, part), new Response(bytes));
}

export async function saveCaptions({ captions }: VideoFile, text: string): Promise<void> {
  await (await open()).put(captions, new Response(text, { headers: { "Content-Type": "text/vtt" } }));
}

/**
 * Makes the whole out of its parts, one after the other, so that no more than one is in memory. A part that is gone
 * again fails it; those that are there stay.
 */
export async function joinParts({ src, type, bytes }: VideoFile, parts: readonly Part[]): Promise<void> {
  const cache = await open();
  const left = parts.values();
  const whole = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { value: part } = left.next();
      if (!part) return stream.close();
      const found = await cache.match(partOf(src, part));
      if (!found) throw new Error(`the part of ${src} from ${part.start} is not there`);
      stream.enqueue(new Uint8Array(await found.arrayBuffer()));
    },
  });
  const headers = { "Content-Type": type, "Content-Length": `${bytes}`, "Accept-Ranges": "bytes" };
  await cache.put(src, new Response(whole, { headers }));
  for (const part of parts) await cache.delete(partOf(src, part));
}

/** The video as it is here, its bytes in memory; null when it is not here whole. */
export async function readVideo({ src }: VideoFile): Promise<ArrayBuffer | null> {
  const whole = await (await open()).match(src);
  return whole ? whole.arrayBuffer() : null;
}

/** The video leaves this device with its captions, or what has come of it. */
export async function dropVideo({ src, captions }: Pick<VideoFile, "src" | "captions">): Promise<void> {
  if (!canKeepVideos()) return;
  const cache = await open();
  await cache.delete(captions);
  await cache.delete(src, { ignoreSearch: true });
}

/**
 * Earlier videos of these lessons leave, except those that `stay`. Nothing else does: what is here is here for everybody
 * on this device, and that someone may not see a lesson now says nothing about its video.
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
