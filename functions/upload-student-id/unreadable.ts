/** The file is not what its first bytes say, or not one that a student ID needs. Its message is for the log and tests. */
export class Unreadable extends Error {}

/** Beyond the cameras of phones as they save to a file under 5 MB, and still decoded within a function's memory. */
const MAX_PIXELS = 40_000_000;

/** Called with what a header says, before anything is decoded. */
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
