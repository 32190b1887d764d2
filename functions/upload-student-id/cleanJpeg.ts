import { MAX_STUDENT_ID_PIXELS } from "../../src/domain/sales/studentIdFile.ts";

/** The file is not a JPEG as browsers write it. The message is for the log and tests. */
export class Unreadable extends Error {}

/** Photos have fewer than a hundred. Every one that is kept costs memory, and millions fit into a file. */
const MAX_SEGMENTS = 1_000;

/** SOI, and a JFIF segment without a thumbnail, which says how the colours are coded. */
const START = Uint8Array.of(
  ...[0xff, 0xd8, 0xff, 0xe0, 0, 16],
  ...[0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0],
);
const END = Uint8Array.of(0xff, 0xd9);

/**
 * Returns the segments of a baseline JPEG (ITU-T T.81) that hold the image: without what a camera adds (EXIF with place
 * and time, previews, comments, profiles) and without trailing data. One pass in proportion to the size of the file. The
 * coefficients are not decoded, so the image itself may be damaged. Throws Unreadable.
 */
export function cleanJpeg(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw new Unreadable("not a JPEG");
  const kept: Uint8Array[] = [START];
  let missing: number | null = null;
  let at = 2;
  for (let segments = 0; segments < MAX_SEGMENTS; segments++) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) throw new Unreadable("cut off");
    if (marker === 0xd9) {
      if (missing !== 0) throw new Unreadable("a part is missing");
      return joinBytes([...kept, END]);
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) throw new Unreadable("cut off");
    const data = bytes.subarray(at + 4, end);
    let next = end;
    switch (marker) {
      // The frame: sequential, with Huffman codes. Progressive images can have scans that take a viewer minutes.
      case 0xc0:
      case 0xc1:
        if (missing !== null) throw new Unreadable("two images");
        missing = readFrame(data);
        break;
      case 0xda:
        missing = (missing ?? 0) - readScan(data);
        if (missing < 0) throw new Unreadable("too many scans");
        next = endOfScan(bytes, end);
        break;
      // Tables and the restart interval.
      case 0xc4:
      case 0xdb:
      case 0xdd:
        break;
      default:
        // APP0 to APP15 and comments.
        if (marker < 0xe0 || (marker > 0xef && marker !== 0xfe)) throw new Unreadable("not a baseline JPEG");
        at = end;
        continue;
    }
    kept.push(bytes.subarray(at, next));
    at = next;
  }
  throw new Unreadable("too many segments");
}

/** Returns the number of components: 1 in a grey image, otherwise 3. */
function readFrame(data: Uint8Array): number {
  const [precision, h1 = 0, h0 = 0, w1 = 0, w0 = 0, components = 0] = data;
  const [height, width] = [(h1 << 8) | h0, (w1 << 8) | w0];
  if (precision !== 8 || (components !== 1 && components !== 3) || data.length !== 6 + 3 * components)
    throw new Unreadable("unknown form");
  if (width < 1 || height < 1) throw new Unreadable("no pixels");
  if (width * height > MAX_STUDENT_ID_PIXELS) throw new Unreadable("too many pixels");
  return components;
}

/** Returns the number of components in the scan, each of which is in one scan. */
function readScan(data: Uint8Array): number {
  const [components = 0] = data;
  if (components < 1 || data.length !== 4 + 2 * components) throw new Unreadable("no scan");
  return components;
}

/** Returns where the marker after the scan's data begins. In the data, 0 follows every 0xff that is not a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    const isRestart = next >= 0xd0 && next <= 0xd7;
    if (next !== 0 && !isRestart) return at;
  }
  throw new Unreadable("cut off");
}

function joinBytes(parts: readonly Uint8Array[]) {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
