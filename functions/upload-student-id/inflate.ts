import { Unreadable } from "./unreadable.ts";

/** Deno inflates all that it is given at once; zlib makes 1,032 bytes of one at most, so 4 MB of this. */
const PIECE_BYTES = 4096;

/**
 * Inflates zlib data and hands on each part of the result, which must not exceed `maxBytes`: a bomb stops there, and is
 * never in memory as a whole. Throws Unreadable for data that is damaged, cut off, or followed by something else.
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
    // Damaged data fails in a way of each runtime's own.
    throw error instanceof Unreadable ? error : new Unreadable("damaged data", { cause: error });
  }
}

function* piecesOf(data: readonly Uint8Array[]): Generator<Uint8Array<ArrayBuffer>, undefined> {
  for (const part of data) {
    for (let at = 0; at < part.length; at += PIECE_BYTES) {
      // The copy gives the type checker what it wants to see: bytes in a plain buffer.
      yield new Uint8Array(part.subarray(at, at + PIECE_BYTES));
    }
  }
}

function streamOf(
  pieces: Generator<Uint8Array<ArrayBuffer>, undefined>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    pull(controller) {
      const { done, value } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
