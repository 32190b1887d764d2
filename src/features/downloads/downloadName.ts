import type { DownloadId } from "../../db/store/rows.ts";

/** How a sentence names a download. */
export function downloadName(id: DownloadId): string {
  return id === "tokenizer" ? "the tokenizer" : `lesson ${id}`;
}
