import type { Stamped } from "../../entities/row.ts";
import { isoOf } from "../../entities/stamp.ts";
import {
  fieldText,
  lessonOfField,
  type WorkbookField,
  workbookField,
} from "../../entities/workbookField/workbookField.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import { commit, type RowStore } from "./commit.ts";
import { readStamped } from "./readRows.ts";

/** Everything the learner wrote, by field id. Signed out: ready and empty. `writtenAt` is an ISO time. */
export function useWorkbook():
  | Loading
  | { status: "ready"; byField: ReadonlyMap<string, { value: string; writtenAt: string }> } {
  const fields = useLearner<Stamped<WorkbookField>[]>("workbook", (db) => readStamped(db, workbookField), []);
  if (!fields) return LOADING;
  const byField = fields.value.map(
    ({ fieldId, value, stamp }) => [fieldId, { value, writtenAt: isoOf(stamp) }] as const,
  );
  return { status: "ready", byField: new Map(byField) };
}

/**
 * Stores what was typed into a field of the workbook: its first 4,000 characters. An empty text empties it. Resolves and
 * rejects as `commit` does. It may be called on every keystroke.
 */
export async function writeWorkbookField(fieldId: string, typed: string): Promise<void> {
  const content = { fieldId, value: fieldText(typed) };
  // The copy outlives a failure, because nobody types a text again.
  const early = { kind: workbookField, content, outlivesFailure: true };
  return commit(lessonOfField(fieldId), (rows) => putField(rows, content), early);
}

/** Writing the same text again changes nothing. */
export async function putField(rows: RowStore, field: WorkbookField): Promise<void> {
  const before = await rows.get(workbookField, field.fieldId);
  if (field.value !== (before?.value ?? "")) await rows.put(workbookField, field);
}
