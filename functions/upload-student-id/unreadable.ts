/**
 * The file is not of the type that its first bytes claim, or uses a feature that no student ID needs. The message is
 * for the log and tests.
 */
export class Unreadable extends Error {}

/** A file that would be larger without its metadata, because more of it was compressed. */
export class TooLarge extends Unreadable {
  override message = "too large when rewritten";
}

/** More than phone cameras save in a file under 5 MB, and still few enough to decode within a function's memory. */
const MAX_PIXELS = 40_000_000;

/** Checks the dimensions in a header before anything is decoded. */
export function requireSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw new Unreadable("no pixels");
  if (width * height > MAX_PIXELS) throw new Unreadable("too many pixels");
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
