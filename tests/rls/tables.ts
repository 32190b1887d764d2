export type Privilege = "select" | "insert" | "update" | "delete";

/**
 * Every table and view of the exposed schema: the privileges of each role (row-level security then limits
 * the rows), and the file that tests it as the owner, as another user and anonymously. A table that is not listed
 * here, or whose grants differ, fails tests/rls/everyTable.test.ts.
 */
export type TableRule = {
  anon: Privilege[];
  authenticated: Privilege[];
  service_role: Privilege[];
  provenIn: string;
};

export const TABLES: Record<string, TableRule> = {
  profiles: {
    anon: [],
    authenticated: ["select", "update"],
    service_role: ["select", "update"],
    provenIn: "profiles.test.ts",
  },
  lessons: {
    anon: ["select"],
    authenticated: ["select"],
    service_role: ["select", "insert", "update"],
    provenIn: "lessons.test.ts",
  },
  lesson_answer_keys: { anon: [], authenticated: [], service_role: [], provenIn: "lessons.test.ts" },
  sync_clock: { anon: [], authenticated: [], service_role: [], provenIn: "syncTables.test.ts" },
  sync_ledger: { anon: [], authenticated: [], service_role: [], provenIn: "syncTables.test.ts" },
  course_progress: {
    anon: [],
    authenticated: ["select", "insert", "update"],
    service_role: ["select"],
    provenIn: "progress.test.ts",
  },
  quiz_attempts: {
    anon: [],
    authenticated: ["select"],
    service_role: ["select"],
    provenIn: "progress.test.ts",
  },
  user_achievements: {
    anon: [],
    authenticated: ["select", "insert", "update"],
    service_role: ["select"],
    provenIn: "progress.test.ts",
  },
  workbook_fields: {
    anon: [],
    authenticated: ["select"],
    service_role: ["select"],
    provenIn: "workbook.test.ts",
  },
  lesson_notes: {
    anon: [],
    authenticated: ["select"],
    service_role: ["select"],
    provenIn: "notes.test.ts",
  },
  lesson_places: {
    anon: [],
    authenticated: ["select"],
    service_role: ["select"],
    provenIn: "lessonPlaces.test.ts",
  },
  capstone_hand_ins: {
    anon: [],
    authenticated: ["select"],
    service_role: ["select"],
    provenIn: "capstone.test.ts",
  },
  capstone_reviews: {
    anon: [],
    authenticated: ["select"],
    service_role: ["select"],
    provenIn: "capstone.test.ts",
  },
  recovery_codes: { anon: [], authenticated: [], service_role: [], provenIn: "../auth/secondFactor.test.ts" },
  certificates: {
    anon: [],
    authenticated: ["select"],
    service_role: ["select"],
    provenIn: "certificates.test.ts",
  },
  deletion_requests: {
    anon: [],
    authenticated: ["select"],
    service_role: ["select"],
    provenIn: "profiles.test.ts",
  },
  contact_messages: {
    anon: [],
    authenticated: [],
    service_role: ["select", "insert"],
    provenIn: "contactMessages.test.ts",
  },
  orders: {
    anon: [],
    authenticated: ["select"],
    service_role: ["select", "insert", "update"],
    provenIn: "commerce.test.ts",
  },
  order_payments: {
    anon: [],
    authenticated: ["select"],
    service_role: ["select", "insert", "update"],
    provenIn: "commerce.test.ts",
  },
  course_enrollments: {
    anon: [],
    authenticated: ["select"],
    service_role: ["select"],
    provenIn: "commerce.test.ts",
  },
  enrollment_status: { anon: [], authenticated: ["select"], service_role: [], provenIn: "commerce.test.ts" },
  student_ids: {
    anon: [],
    authenticated: [],
    service_role: ["select", "insert", "update", "delete"],
    provenIn: "commerce.test.ts",
  },
  rate_limits: { anon: [], authenticated: [], service_role: [], provenIn: "commerce.test.ts" },
  stripe_events: {
    anon: [],
    authenticated: [],
    service_role: ["select", "insert", "update"],
    provenIn: "commerce.test.ts",
  },
  mail_queue: {
    anon: [],
    authenticated: [],
    service_role: ["select", "insert"],
    provenIn: "commerce.test.ts",
  },
};

/** The roles that may call each function of the exposed schema. A function that is not listed fails the same test. */
export const FUNCTIONS: Record<string, string[]> = {
  find_user_id_by_email: ["service_role"],
  is_my_address_proven: ["authenticated"],
  add_address_link: ["service_role"],
  request_address_link: ["service_role"],
  begin_address_claim: ["service_role"],
  finish_address_claim: ["service_role"],
  confirm_address: ["service_role"],
  take_rate_limit: ["service_role"],
  rate_limit_wait: ["service_role"],
  remove_unconfirmed_account: ["service_role"],
  claim_mail: ["service_role"],
  finish_mail: ["service_role"],
  create_order: ["service_role"],
  abandon_order: ["service_role"],
  has_paid_tier: ["service_role"],
  has_purchased: ["service_role"],
  record_order_payment: ["service_role"],
  record_plan: ["service_role"],
  pause_overdue: ["service_role"],
  remind_overdue: ["service_role"],
  claim_orders_to_reconcile: ["service_role"],
  record_refund: ["service_role"],
  claim_second_purchase: ["service_role"],
  record_dispute: ["service_role"],
  may_correct_order_email: ["service_role"],
  correct_order_email: ["service_role"],
  resend_credentials: ["service_role"],
  queue_reminders: ["service_role"],
  record_contact_message: ["service_role"],
  prepare_certificate: ["service_role"],
  issue_certificate: ["service_role"],
  missed_certificates: ["service_role"],
  publish_outline: ["service_role"],
  certificate_keys: ["service_role"],
  revoked_certificates: ["service_role"],
  create_recovery_codes: ["authenticated"],
  recovery_codes_left: ["authenticated"],
  use_recovery_code: ["service_role"],
  spend_recovery_codes: ["service_role"],
  request_deletion: ["service_role"],
  add_deletion_link: ["service_role"],
  keep_account: ["service_role"],
  claim_deletions: ["service_role"],
  export_my_data: ["service_role"],
  retention_rule_names: ["service_role"],
  my_reminders: ["service_role"],
  save_reminders: ["service_role"],
  change_push_device: ["service_role"],
  stop_reminder_mails: ["service_role"],
  reminder_mail_key: ["service_role"],
  due_reminders: ["service_role"],
  claim_reminder: ["service_role"],
  put_off_reminder: ["service_role"],
  record_push: ["service_role"],
  record_job_run: ["service_role"],
  late_jobs: ["service_role"],
  operations: ["service_role"],
  record_problems: ["service_role"],
  apply_retention: ["service_role"],
  due_student_ids: ["service_role"],
  next_customers_to_delete: ["service_role"],
  sync_push: ["authenticated"],
  sync_pull: ["authenticated"],
  review_capstone: ["authenticated"],
};

/** Functions of the private schema that policies or constraints call with the rights of the current role. */
export const PRIVATE_FUNCTIONS: Record<string, string[]> = {
  email_key: ["service_role"],
  mailbox_key: ["service_role"],
  begin_new_epoch: ["service_role"],
  is_entitled: ["anon", "authenticated", "service_role"],
  was_entitled_at: ["anon", "authenticated", "service_role"],
  caller_is_entitled: ["authenticated"],
  require_full_session: ["authenticated"],
  // Called by the view enrollment_status, in which functions run with the learner's rights.
  caller_registered_at: ["authenticated"],
  owns_order: ["authenticated"],
  caller_may_record_lesson: ["authenticated"],
  caller_may_record_achievement: ["authenticated"],
};
