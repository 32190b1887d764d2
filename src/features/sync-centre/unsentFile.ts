import type { OutboxEntry } from "../../db/rows.ts";
import { SITE } from "../../domain/site.ts";

type File = { name: string; type: string; text: string };

/** All unsent work as one self-describing file, to keep or to send to support. */
export function unsentFile(entries: readonly OutboxEntry[], account: string, nowMs: number): File {
  const exportedAt = new Date(nowMs).toISOString();
  const content = {
    about: `Work on one device that ${SITE.name} had not yet received.`,
    account,
    exportedAt,
    entries,
  };
  return {
    name: `unsent-work-${exportedAt.slice(0, 10)}.json`,
    type: "application/json",
    text: `${JSON.stringify(content, null, 2)}\n`,
  };
}
