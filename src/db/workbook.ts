import type { WorkbookField } from "../domain/workbook.ts";
import { LOADING, type Loading, useLearner } from "./live.ts";

/** Everything the learner wrote, by field id. Signed out: ready and empty. `writtenAt` is an ISO time. */
export function useWorkbook():
  | Loading
  | { status: "ready"; byField: ReadonlyMap<string, Pick<WorkbookField, "value" | "writtenAt">> } {
  const fields = useLearner<WorkbookField[]>("workbook", (db) => db.workbook.toArray(), []);
  if (!fields) return LOADING;
  return { status: "ready", byField: new Map(fields.value.map((field) => [field.fieldId, field])) };
}
