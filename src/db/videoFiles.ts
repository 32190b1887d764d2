import type { LessonVideo } from "../domain/pack.ts";

/** Cache Storage, where the worker finds them: IndexedDB would have to hold a video in memory to play it. */
const CACHE = "academy-media";

export type VideoFile = Pick<LessonVideo, "src" | "type" | "bytes" | "captions">;

/** Parts have addresses of their own, so that nobody takes one for the whole. */
const partOf = (src: string, index: number) => `${src}?part=${index}`;
const open = () => caches.open(CACHE);

/** False where the browser has no Cache Storage: there videos are watched online only. */
export function canKeepVideos(): boolean {
  return "caches" in globalThis;
}

/** True when the video is here from the first byte to the last. */
export async function isVideoHere({ src }: VideoFile): Promise<boolean> {
  return (await (await open()).match(src)) !== undefined;
}

export async function isPartHere({ src }: VideoFile, index: number): Promise<boolean> {
  return (await (await open()).match(partOf(src, index))) !== undefined;
}

/** Throws QuotaExceededError when the device is full. */
export async function savePart({ src }: VideoFile, index: number, bytes: Blob): Promise<void> {
  await (await open()).put(partOf(src, index), new Response(bytes));
}

export async function saveCaptions({ captions }: VideoFile, text: Response): Promise<void> {
  await (await open()).put(captions, text);
}

/** Makes the whole out of its parts, one after the other, so that no more than one is in memory. */
export async function joinParts({ src, type, bytes }: VideoFile, count: number): Promise<void> {
  const cache = await open();
  let index = 0;
  const parts = new ReadableStream<Uint8Array>({
    async pull(stream) {
      if (index === count) return stream.close();
      const part = await cache.match(partOf(src, index));
      // A part that is gone again fails the whole, which is then fetched anew.
      if (!part) throw new Error(`part ${index} of ${src} is not there`);
      stream.enqueue(new Uint8Array(await part.arrayBuffer()));
      index += 1;
    },
  });
  const headers = { "Content-Type": type, "Content-Length": `${bytes}`, "Accept-Ranges": "bytes" };
  await cache.put(src, new Response(parts, { headers }));
  for (let each = 0; each < count; each++) await cache.delete(partOf(src, each));
}

/** The video leaves this device with its captions, or what has come of it. */
export async function dropVideo({ src, captions }: Pick<VideoFile, "src" | "captions">): Promise<void> {
  if (!canKeepVideos()) return;
  const cache = await open();
  await cache.delete(captions);
  await cache.delete(src, { ignoreSearch: true });
}

/** Only these videos stay. */
export async function dropOtherVideos(stay: readonly VideoFile[]): Promise<void> {
  const cache = await open();
  const known = new Set(stay.flatMap(({ src, captions }) => [src, captions]));
  for (const request of await cache.keys())
    if (!known.has(new URL(request.url).pathname)) await cache.delete(request);
}

export async function dropAllVideos(): Promise<void> {
  if (canKeepVideos()) await caches.delete(CACHE);
}
