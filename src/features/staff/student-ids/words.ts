import type { RefusalChoice, RefusalReason } from "../../../domain/sales/studentIdDecision.ts";

/** Each reason for a refusal in the words of the console. The email says REFUSAL_REASONS. */
export const REASON_LABELS: Record<RefusalReason, string> = {
  unreadable: "Cannot be read",
  expired: "Has expired",
  other_name: "Another name than on the order",
  other_institution: "Another institution than on the order",
  no_student_id: "Does not show current studies",
};

/** What the learner chose after a refusal. */
export const CHOICES: Record<RefusalChoice, string> = {
  another: "sent another student ID",
  difference: "pays the difference by enrolling at another price",
  refund: "chose a refund",
};
