import { createHmac, timingSafeEqual } from "node:crypto";

export type LinkSeal = {
  /** What a mail's link carries for a digest of its code and address. */
  seal(digest: string): string;
  /** The digest in it; null for what was not sealed here. */
  open(token: string): string | null;
};

/**
 * Whoever guesses a code can work out its digest too, and a link names no account against which guesses could be counted.
 * Only the server can seal, so that links cannot be guessed and need no counting.
 */
export function createLinkSeal(secret: string): LinkSeal {
  const sign = (digest: string) => createHmac("sha256", secret).update(`mail link ${digest}`).digest();
  return {
    seal: (digest) => `${digest}.${sign(digest).toString("hex")}`,
    open(token) {
      const [digest = "", signature = ""] = token.split(".");
      const [given, expected] = [Buffer.from(signature, "hex"), sign(digest)];
      return given.length === expected.length && timingSafeEqual(given, expected) ? digest : null;
    },
  };
}
