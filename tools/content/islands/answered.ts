import { createHash } from "node:crypto";

/** What the blocks have in common whose answers are rows of the kind `answer` (src/entities/answer). */

/** The name of a question or an exercise within its lesson: the end of the key of its row. */
export const ANSWERED_NAME = /^[a-z0-9-]{1,40}$/;

const EDITION_LETTERS = 6;

/** Changes with the content, so that what was stored for another content is not taken for an answer to this one. */
export function editionOf(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, EDITION_LETTERS);
}
