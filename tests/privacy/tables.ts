/**
 * What happens to each table when a person asks for a copy of their data or for its end. A table that is not listed here
 * fails tests/privacy/account.test.ts: whoever adds one decides.
 */
type Decision = {
  /** The section of the copy that has its rows, or in words why there is none. */
  copy: { section: string } | { notCopied: string };
  /** `gone` with the account; `emptied` of the person; `nobody's` has nothing of anybody. */
  deletion: "gone" | "emptied" | "nobody's";
};

const NOBODYS: Decision = { copy: { notCopied: "holds nothing about anybody" }, deletion: "nobody's" };
const copied = (section: string): Decision => ({ copy: { section }, deletion: "gone" });

export const DECISIONS: Record<string, Decision> = {
  "public.profiles": copied("profiles"),
  "public.course_enrollments": copied("course_enrollments"),
  "public.course_progress": copied("course_progress"),
  "public.quiz_attempts": copied("quiz_attempts"),
  "public.user_achievements": copied("user_achievements"),
  "public.workbook_fields": copied("workbook_fields"),
  "public.lesson_notes": copied("lesson_notes"),
  "public.sync_ledger": copied("sync_ledger"),
  "public.sync_clock": copied("sync_clock"),
  // Kept without its account, with the name on it, when the person chose that.
  "public.certificates": copied("certificates"),
  "private.certificate_names": copied("certificate_names"),
  "public.orders": { copy: { section: "orders" }, deletion: "emptied" },
  "public.order_payments": { copy: { section: "order_payments" }, deletion: "emptied" },
  "private.order_disputes": { copy: { section: "order_disputes" }, deletion: "emptied" },
  "public.student_ids": copied("student_ids"),
  "public.contact_messages": copied("contact_messages"),
  "public.mail_queue": copied("mail_queue"),
  // Nothing but hashes and when they were made: the codes themselves are told once and kept nowhere.
  "public.recovery_codes": copied("recovery_codes"),
  "private.proven_addresses": copied("proven_addresses"),
  // They belong to the address: while it is not proven, the account is not known to be its owner's.
  "private.address_links": {
    copy: { notCopied: "hashes of links in mails that are in the copy, for 30 days at most" },
    deletion: "gone",
  },
  "public.deletion_requests": copied("deletion_requests"),
  "public.rate_limits": {
    copy: { notCopied: "hashes that nobody can be found by, for a day at most" },
    deletion: "nobody's",
  },
  "public.stripe_events": NOBODYS,
  "public.lessons": NOBODYS,
  "public.lesson_answer_keys": NOBODYS,
  "private.course_outline": NOBODYS,
  "private.order_statuses": NOBODYS,
  "private.order_transitions": NOBODYS,
  "private.certificate_statuses": NOBODYS,
  "private.certificate_keys": NOBODYS,
  // Which orders a certificate was issued for: numbers of both.
  "private.certificate_orders": NOBODYS,
  "private.retention_rules": NOBODYS,
  "private.customers_to_delete": {
    copy: { notCopied: "numbers of the payment provider, of people who have gone" },
    deletion: "gone",
  },
  "private.workbook_field_ids": NOBODYS,
};
