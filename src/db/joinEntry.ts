import { joinField, type WorkbookField } from "../domain/workbook.ts";
import type { WorkbookEntry } from "./rows.ts";

/** Joins what a pull brought. A write that is here already comes back with the time that the server ranks it by. */
export function joinPulled(mine: WorkbookEntry | undefined, theirs: WorkbookField): WorkbookEntry {
  if (!mine) return theirs;
  if (mine.opId === theirs.opId) return ranked(mine, theirs.writtenAt);
  if (joinField(mine, theirs) === theirs) return theirs;
  return { ...mine, rival: mine.rival ? joinField(mine.rival, theirs) : theirs };
}

/** The entry with the server's time of its write; its rival is the text now if that makes it the later one. */
export function ranked({ rival, ...mine }: WorkbookEntry, writtenAt: string): WorkbookEntry {
  const field = { ...mine, writtenAt };
  return rival ? joinField(field, rival) : field;
}
