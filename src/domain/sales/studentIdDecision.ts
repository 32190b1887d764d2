import * as z from "zod/mini";

/** Why a student ID was refused, as the email and the page for the learner's choice say it. */
export const REFUSAL_REASONS = {
  unreadable: "We could not read the name, the institution or the date on it.",
  expired: "It has expired.",
  other_name: "The name on it is not the name on the order.",
  other_institution: "It is from a different institution than the one on the order.",
  no_student_id: "It does not show that you are currently studying.",
} as const;
export type RefusalReason = keyof typeof REFUSAL_REASONS;
const REASONS = ["unreadable", "expired", "other_name", "other_institution", "no_student_id"] as const;
export const refusalReasonSchema = z.enum(REASONS);

const choiceSchema = z.enum(["another", "difference", "refund"]);
export type RefusalChoice = z.infer<typeof choiceSchema>;

/**
 * POST `answer-student-id`, with the key of the emailed link. Without a choice: returns what can be chosen. Errors:
 * `not_found` (the link is no longer needed), `student_id_invalid`, `payment_disputed`.
 */
export const answerStudentIdSchema = z.object({
  key: z.string().check(z.minLength(1), z.maxLength(200)),
  choice: z.optional(choiceSchema),
  /** Of the new upload, for the choice "another". */
  studentIdRef: z.optional(z.string().check(z.maxLength(200))),
});
export const answerStudentIdReplySchema = z.object({
  /** What was chosen before or by this request. */
  choice: z.nullable(choiceSchema),
  /** Only while there is something to choose. Access continues until `until`, in ISO 8601. */
  refusal: z.nullable(
    z.object({
      reason: refusalReasonSchema,
      until: z.string(),
      university: z.string(),
      isPaused: z.boolean(),
    }),
  ),
});
export type StudentIdAnswer = z.infer<typeof answerStudentIdReplySchema>;
