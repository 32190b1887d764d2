import {
  fieldText,
  type StoredField,
  type WorkbookField,
  writtenField,
} from "../../entities/workbookField/workbookField.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import { commit } from "./commit.ts";

/** Everything the learner wrote, by field id. Signed out: ready and empty. `writtenAt` is an ISO time. */
export function useWorkbook():
  | Loading
  | { status: "ready"; byField: ReadonlyMap<string, Pick<WorkbookField, "value" | "writtenAt">> } {
  const fields = useLearner<StoredField[]>("workbook", (db) => db.workbook.toArray(), []);
  if (!fields) return LOADING;
  return { status: "ready", byField: new Map(fields.value.map((field) => [field.fieldId, field])) };
}

/**
 * Stores what was typed into a field of the workbook: its first 4,000 characters. Resolves and rejects as `commit`
 * does. It may be called on every keystroke: of the texts not yet sent, only the last one stays in the outbox.
 */
export function writeWorkbookField(fieldId: string, value: string): Promise<void> {
  return commit(writtenField, { fieldId, value: fieldText(value) });
}
