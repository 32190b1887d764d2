/** What moves from a data folder to a hosted project, table by table. */
export type MovedTable = {
  /** With its schema. */
  name: string;
  /** Expressions for the columns of the new row. Without them, all columns move as they are. */
  columns?: Record<string, string>;
  /** Which rows move: an SQL condition on the table, which is named `t`. All by default. */
  where?: string;
  /**
   * What happens to rows that the project already has: `kept` replaces only those with the same key, `replaced` deletes
   * them all. Without it, the table must be empty.
   */
  own?: "kept" | "replaced";
};

/** `hasOrders`: orders move, with everything that follows from them. `hasPhones`: the project accepts phones as factors. */
export type Scope = { hasOrders: boolean; hasPhones: boolean };

const asIs = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `t.${name}`]));

/** GoTrue reads these as text that cannot be null. What was pending is dropped: its links lead to the embedded server. */
const USER_TOKENS = [
  "confirmation_token",
  "recovery_token",
  "email_change",
  "email_change_token_new",
  "email_change_token_current",
  "phone_change",
  "phone_change_token",
  "reauthentication_token",
];

const USER_COLUMNS = {
  // GoTrue looks for users of this instance only. The embedded server does not have the column.
  instance_id: "'00000000-0000-0000-0000-000000000000'::uuid",
  ...asIs(
    "id",
    "email",
    "encrypted_password",
    "email_confirmed_at",
    "invited_at",
    "phone",
    "phone_confirmed_at",
  ),
  ...asIs("banned_until", "deleted_at", "is_sso_user", "is_anonymous", "last_sign_in_at"),
  ...Object.fromEntries(USER_TOKENS.map((name) => [name, "''"])),
  aud: "coalesce(t.aud, 'authenticated')",
  role: "coalesce(t.role, 'authenticated')",
  raw_app_meta_data: "coalesce(t.raw_app_meta_data, '{}')",
  raw_user_meta_data: "coalesce(t.raw_user_meta_data, '{}')",
  created_at: "coalesce(t.created_at, now())",
  updated_at: "coalesce(t.updated_at, t.created_at, now())",
};
const IDENTITY_COLUMNS = {
  ...asIs("id", "provider", "provider_id", "user_id", "identity_data", "last_sign_in_at"),
  created_at: "coalesce(t.created_at, now())",
  updated_at: "coalesce(t.updated_at, t.created_at, now())",
};
const FACTOR_COLUMNS = asIs(
  ...[
    "id",
    "user_id",
    "friendly_name",
    "factor_type",
    "status",
    "created_at",
    "updated_at",
    "secret",
    "phone",
  ],
);

/** Without `passed`, which the database computes. */
const REVIEW_COLUMNS = asIs(
  ...["hand_in_id", "user_id", "reviewer_id", "scores", "comments", "overall"],
  ...["has_sources", "has_diligence", "reviewed_at"],
);

/** A browser's subscription is only valid with the key of the installation that it was made for: notifications end. */
const REMINDER_COLUMNS = {
  ...asIs("user_id", "minute", "time_zone", "plan_start", "last_sent_on", "off_key", "changed_at"),
  channel: "case t.channel when 'push' then 'none' else t.channel end",
  next_at: "case t.channel when 'push' then null else t.next_at end",
};

/**
 * Passkeys stay behind: GoTrue stores facts about them that the embedded server does not have, and a passkey works on one
 * domain only. Factors that were never verified are abandoned attempts.
 */
const movableFactor = (name: string, { hasPhones }: Scope) =>
  `${name}.status = 'verified' and ${name}.factor_type in ('totp'${hasPhones ? ", 'phone'" : ""})`;

export function movedTables(scope: Scope): MovedTable[] {
  const tables: MovedTable[] = [
    // The versions of lessons that devices have, and the answer keys with which their attempts are graded.
    { name: "private.course_outline", own: "replaced" },
    { name: "public.lessons", own: "replaced" },
    { name: "public.lesson_answer_keys", own: "replaced" },
    { name: "private.workbook_field_ids", own: "replaced" },
    { name: "auth.users", columns: USER_COLUMNS },
    { name: "auth.identities", columns: IDENTITY_COLUMNS },
    { name: "auth.mfa_factors", columns: FACTOR_COLUMNS, where: movableFactor("t", scope) },
    {
      // Without a second factor they would open the account that next gets one.
      name: "public.recovery_codes",
      where: `exists (select from auth.mfa_factors as f where f.user_id = t.user_id and ${movableFactor("f", scope)})`,
    },
    { name: "public.profiles" },
    { name: "private.accounts" },
    { name: "private.proven_addresses" },
    { name: "private.address_links", own: "kept" },
    { name: "public.deletion_requests" },
    { name: "public.contact_messages", own: "kept" },
    { name: "private.contact_answers", own: "kept" },
    { name: "public.staff_actions", own: "kept" },
    { name: "private.provider_facts", own: "kept" },
    { name: "public.course_progress" },
    { name: "public.quiz_attempts" },
    { name: "public.user_achievements" },
    { name: "public.study_rows" },
    { name: "public.capstone_hand_ins" },
    { name: "public.capstone_reviews", columns: REVIEW_COLUMNS },
    { name: "private.capstone_second_opinions" },
    { name: "public.sync_clock" },
    { name: "private.reminder_settings", columns: REMINDER_COLUMNS },
    {
      // So that no email is sent twice. Each installation reports its own problems.
      name: "public.mail_queue",
      where: `t.kind not like 'problem%'${scope.hasOrders ? "" : " and t.order_id is null"}`,
      own: "kept",
    },
  ];
  return scope.hasOrders ? [...tables, ...SALES] : tables;
}

/** Orders, and what follows from them: access and certificates. */
const SALES: MovedTable[] = [
  { name: "public.orders" },
  { name: "public.order_payments" },
  { name: "private.order_disputes" },
  { name: "private.customers_to_delete", own: "kept" },
  // Events that the project received were about orders that it did not have yet: it has to handle them again.
  { name: "public.stripe_events", own: "replaced" },
  { name: "public.student_ids", own: "kept" },
  { name: "private.student_id_decisions" },
  { name: "private.staff_refunds" },
  { name: "public.course_enrollments" },
  { name: "private.certificate_statuses" },
  { name: "private.certificate_keys", own: "kept" },
  { name: "private.certificate_names" },
  { name: "public.certificates" },
  { name: "private.certificate_orders" },
];

/** The tables of these schemas that stay behind. A test requires that each table is in one of the two lists. */
export const NOT_MOVED: readonly string[] = [
  // Sign-ins in progress, and counters of the embedded auth server. Everyone signs in again.
  ...[
    "auth.sessions",
    "auth.refresh_tokens",
    "auth.mfa_amr_claims",
    "auth.mfa_challenges",
    "auth.flow_state",
  ],
  ...["auth.attempts", "auth.known_addresses", "auth.audit_log_entries", "public.rate_limits"],
  // Each installation has its own, from the migrations or from running its jobs.
  ...[
    "private.jobs",
    "private.job_runs",
    "private.problems",
    "private.refusals",
    "private.push_devices",
    "private.device_syncs",
    "private.retention_rules",
    "private.retention_runs",
  ],
  // An open request has to be made again: its email links to the embedded server. staff_actions has the history.
  "private.factor_removals",
  ...["private.order_statuses", "private.order_transitions"],
];
