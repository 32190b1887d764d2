import {
  answerStudentIdReplySchema,
  type RefusalChoice,
  type StudentIdAnswer,
} from "../../../domain/sales/studentIdDecision.ts";
import { type CallResult, callFunction } from "../../../platform/functions.ts";

/** Reads what can be chosen with the key of an emailed link or, with a choice, chooses. */
export function answerStudentId(
  key: string,
  more: { choice?: RefusalChoice; studentIdRef?: string } = {},
): Promise<CallResult<StudentIdAnswer>> {
  return callFunction("answer-student-id", { key, ...more }, answerStudentIdReplySchema);
}
