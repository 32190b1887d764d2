import { Unreadable } from "./unreadable.ts";

/**
 * Deno inflates each chunk completely. One byte of zlib data inflates to at most 1,032 bytes, so a chunk of this size
 * inflates to at most 4 MB.
 */
const PIECE_BYTES = 4096;

/**
 * Inflates zlib data and passes each part of the result to `onPart`. Stops when the result exceeds `maxBytes`, so a
 * decompression bomb is never in memory as a whole. Throws Unreadable for data that is damaged, truncated, or followed
 * by something else.
 */
export async function inflateBounded(
  data: readonly Uint8Array[],
  maxBytes: number,
  onPart: (part: Uint8Array) => void,
): Promise<void> {
  const reader = streamOf(piecesOf(data)).pipeThrough(new DecompressionStream("deflate")).getReader();
  let count = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      count += value.length;
      if (count > maxBytes) {
        await reader.cancel();
        throw new Unreadable("more data than it says");
      }
      onPart(value);
    }
  } catch (error) {
    // Each runtime throws a different error for damaged data.
    throw error instanceof Unreadable ? error : new Unreadable("damaged data", { cause: error });
  }
}

function* piecesOf(data: readonly Uint8Array[]): Generator<BufferSource, undefined> {
  for (const part of data) {
    for (let at = 0; at < part.length; at += PIECE_BYTES) {
      // The copy satisfies the type checker, which requires bytes in a plain buffer.
      yield new Uint8Array(part.subarray(at, at + PIECE_BYTES));
    }
  }
}

function streamOf(pieces: Generator<BufferSource, undefined>): ReadableStream<BufferSource> {
  return new ReadableStream({
    pull(controller) {
      const { done, value } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
