/**
 * The error format of every server function: `error` is for people and may be shown unchanged, `code` is for programs,
 * and `requestId` identifies the log line.
 */
export type FailureBody = { error: string; code: FailureCode; requestId: string };

export const FAILURE_CODES = [
  "bad_request",
  "unknown_price",
  "tier_mismatch",
  "discount_invalid",
  "email_invalid",
  "student_id_required",
  "student_id_invalid",
  "file_too_large",
  "not_found",
  "unauthorized",
  "signature_invalid",
  "rate_limited",
  "already_enrolled",
  "payment_provider",
  "not_paid",
  "not_entitled",
  "incomplete",
  "not_passed",
  "plan_running",
  "already_corrected",
  "certificate_revoked",
  "already_registered",
  "address_unproven",
  "other_account",
  "being_deleted",
  "weak_password",
  "second_factor_needed",
  "password_change_needed",
  "recovery_code_invalid",
  "not_staff",
  "not_possible",
  "changed_meanwhile",
  "order_ended",
  "payment_disputed",
  "method_not_allowed",
  "busy",
  "internal",
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/**
 * What a session may lack. Until it is provided, the server returns no user data. The values are hints sent by
 * private.require_full_session.
 */
export const LACKS = [
  "second_factor_needed",
  "password_change_needed",
] as const satisfies readonly FailureCode[];
export type Lack = (typeof LACKS)[number];
