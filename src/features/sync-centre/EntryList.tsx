import type { OutboxEntry } from "../../db/rows.ts";
import { entryTitle, refusalReason } from "./entryWords.ts";

const MADE = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** Unsent changes, each with its time and, if the server rejected it, the reason. */
export function EntryList({ entries }: { entries: readonly OutboxEntry[] }) {
  return (
    <ul className="flex flex-col">
      {entries.map((entry) => (
        <li key={entry.opId} className="border-b border-line py-3">
          <p className="font-semibold wrap-anywhere">{entryTitle(entry)}</p>
          <p className="text-base text-muted">
            {MADE.format(new Date(entry.clientAt))}
            {entry.error !== null && `. ${refusalReason(entry.error)}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
