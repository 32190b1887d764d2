/**
 * What happens to each table when a user requests an export or the deletion of their data. A table that is not listed
 * fails tests/privacy/account.test.ts, so adding a table requires a decision.
 */
type Decision = {
  /** The section of the export that has its rows, or the reason why there is none. */
  copy: { section: string } | { notCopied: string };
  /** `gone`: deleted with the account. `emptied`: anonymised. `nobody's`: has no personal data. */
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
  "public.study_rows": copied("study_rows"),
  "public.capstone_hand_ins": copied("capstone_hand_ins"),
  "public.capstone_reviews": copied("capstone_reviews"),
  "private.capstone_second_opinions": copied("capstone_second_opinions"),
  "public.sync_clock": copied("sync_clock"),
  // If the user chooses, the certificate is kept without the account, with the name on it.
  "public.certificates": copied("certificates"),
  "private.certificate_names": copied("certificate_names"),
  "public.orders": { copy: { section: "orders" }, deletion: "emptied" },
  "public.order_payments": { copy: { section: "order_payments" }, deletion: "emptied" },
  "public.order_invoices": { copy: { section: "order_invoices" }, deletion: "emptied" },
  "public.credit_notes": { copy: { section: "credit_notes" }, deletion: "emptied" },
  "private.order_disputes": { copy: { section: "order_disputes" }, deletion: "emptied" },
  "public.teams": { copy: { section: "teams" }, deletion: "emptied" },
  "public.team_seats": copied("team_seats"),
  "public.student_ids": copied("student_ids"),
  "private.student_id_decisions": copied("student_id_decisions"),
  "public.contact_messages": copied("contact_messages"),
  "private.contact_answers": copied("contact_answers"),
  "private.course_interests": copied("course_interests"),
  "public.mail_queue": copied("mail_queue"),
  // Only hashes and their time of creation. The codes are shown once and stored nowhere.
  "public.recovery_codes": copied("recovery_codes"),
  // What `profiles` and the account itself say, in the form that a search needs.
  "private.accounts": copied("accounts"),
  "private.device_syncs": copied("device_syncs"),
  "private.factor_removals": copied("factor_removals"),
  "private.proven_addresses": copied("proven_addresses"),
  // The links belong to the address. Until it is verified, the account may not belong to the address's owner.
  "private.address_links": {
    copy: { notCopied: "hashes of links in mails that are in the copy, for 30 days at most" },
    deletion: "gone",
  },
  "private.reminder_settings": copied("reminder_settings"),
  "private.push_devices": copied("push_devices"),
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
  // The ids of the orders that a certificate was issued for.
  "private.certificate_orders": NOBODYS,
  "private.retention_rules": NOBODYS,
  "private.retention_runs": NOBODYS,
  "private.problems": NOBODYS,
  "private.refusals": NOBODYS,
  "private.jobs": NOBODYS,
  "private.job_runs": NOBODYS,
  "private.customers_to_delete": {
    copy: { notCopied: "numbers of the payment provider, of people who have gone" },
    deletion: "gone",
  },
  // Facts about the provider.
  "private.provider_facts": NOBODYS,
  // The ids of staff and of what they acted on, which stay as the record of who did what.
  "public.staff_actions": { copy: { notCopied: "a record of what staff did, by id" }, deletion: "nobody's" },
  // Amounts and ids, which belong to the sale as its payments do.
  "private.staff_refunds": {
    copy: { notCopied: "the payments in the copy say what was refunded" },
    deletion: "emptied",
  },
  "private.workbook_field_ids": NOBODYS,
};
