import { lessonPack } from "../support/lessons.ts";
import type { Actor } from "./people.ts";

/**
 * What each actor can access in each relation, function and bucket. matrix.test.ts enumerates the database's catalogue:
 * an object without a row here fails the test, and so does every cell that the database contradicts.
 *
 * - `denied`: the request or the row is rejected.
 * - `none`: the grants allow the request, and row-level security hides every row.
 * - `own`: all rows of the actor and no others. `all`: every row.
 * - Any other word: only the rows of that owner or kind.
 */
type Outcome = "denied" | "none" | "own" | "all" | "owner" | "preview" | "course";
type Row = readonly [
  anonymous: Outcome,
  stranger: Outcome,
  otherTier: Outcome,
  owner: Outcome,
  expired: Outcome,
  aal1: Outcome,
  temporary: Outcome,
  aal2: Outcome,
  service: Outcome,
];
export const OPERATIONS = ["select", "insert", "update", "delete"] as const;
type Values = Record<string, unknown>;

export type Relation = {
  /** The columns that identify a row, among those that its readers can see. */
  key: readonly string[];
  /** SQL: the id of the owner of row `t`, or a word for its kind. */
  whose: string;
  /** For a view: the table that the superuser reads instead. */
  source?: string;
  /** A valid update. It is sent without a filter, so only row-level security limits it. */
  change: Values;
  /** The values in which a new row must differ from the row that it copies. Needed where a role may insert. */
  fresh?(actor: Actor): Values;
  /** The columns that a role may read or write, where it may not use all. */
  only?: Record<string, readonly string[]>;
  select: Row;
  insert: Row;
  update: Row;
  delete: Row;
};

//                    anonymous stranger otherTier owner expired aal1 temporary aal2 service
const NOBODY: Row = [
  "denied",
  "denied",
  "denied",
  "denied",
  "denied",
  "denied",
  "denied",
  "denied",
  "denied",
];
const SERVER: Row = ["denied", "denied", "denied", "denied", "denied", "denied", "denied", "denied", "all"];
/** Only the server may insert, and its row belongs to the owner. */
const FOR_OWNER: Row = [
  "denied",
  "denied",
  "denied",
  "denied",
  "denied",
  "denied",
  "denied",
  "denied",
  "owner",
];
/** An incomplete sign-in (aal1 with a factor, or a temporary password) always gets an error. */
const OWN: Row = ["denied", "none", "own", "own", "own", "denied", "denied", "own", "all"];
const OWN_NOT_SERVER: Row = ["denied", "none", "own", "own", "own", "denied", "denied", "own", "denied"];
const READ_ONLY = { insert: NOBODY, update: NOBODY, delete: NOBODY };
const CLOSED = { select: NOBODY, ...READ_ONLY };

const byUser = { whose: "t.user_id" };
const ofServer = { whose: "'server'" };
const byOrder = { whose: "(select user_id from public.orders where id = t.order_id)" };
const byPayment = {
  whose: `(select user_id from public.orders join public.order_payments as paid on paid.order_id = orders.id
    where paid.id = t.payment_id)`,
};
const PROFILE_COLUMNS = ["country", "email", "first_name", "last_name", "organization", "phone"];
const PROGRESS_COLUMNS = [
  "completed",
  "completed_at",
  "course_id",
  "lesson_id",
  "module_id",
  "quiz_score",
  "user_id",
];
const ACHIEVEMENT_COLUMNS = ["achievement_name", "achievement_type", "user_id"];
const hash = () => crypto.randomUUID().replaceAll("-", "").repeat(2);

export const RELATIONS: Record<string, Relation> = {
  profiles: {
    key: ["id"],
    whose: "t.id",
    change: { country: "Ghana" },
    only: {
      "authenticated update": PROFILE_COLUMNS,
      "service_role update": PROFILE_COLUMNS,
    },
    select: ["denied", "own", "own", "own", "own", "denied", "denied", "own", "all"],
    insert: NOBODY,
    update: ["denied", "own", "own", "own", "own", "denied", "denied", "own", "all"],
    delete: NOBODY,
  },
  lessons: {
    key: ["lesson_id"],
    whose: "case when t.is_preview then 'preview' else 'course' end",
    change: { bytes: 1000 },
    fresh: () => ({ lesson_id: "3", is_preview: false, pack: lessonPack("3") }),
    select: ["preview", "preview", "all", "all", "preview", "denied", "denied", "all", "all"],
    insert: ["denied", "denied", "denied", "denied", "denied", "denied", "denied", "denied", "course"],
    update: SERVER,
    delete: NOBODY,
  },
  lesson_answer_keys: { key: ["lesson_id"], ...ofServer, change: { version: 9 }, ...CLOSED },
  staff_actions: { key: ["id"], ...ofServer, change: { reason: "" }, ...CLOSED },
  sync_clock: { key: ["user_id"], ...byUser, change: { rev: 0 }, ...CLOSED },
  course_progress: {
    key: ["user_id", "lesson_id"],
    ...byUser,
    change: { completed: true, completed_at: "2025-06-01T00:00:00Z" },
    // Completed now, in a lesson other than the preview.
    fresh: () => ({ lesson_id: "2", completed_at: new Date().toISOString() }),
    only: {
      "authenticated insert": PROGRESS_COLUMNS,
      "authenticated update": PROGRESS_COLUMNS,
    },
    select: OWN,
    insert: ["denied", "denied", "denied", "own", "denied", "denied", "denied", "own", "denied"],
    // The expired learner may still update work that was done during the enrolment.
    update: OWN_NOT_SERVER,
    delete: NOBODY,
  },
  quiz_attempts: { key: ["id"], ...byUser, change: { score: 100 }, ...READ_ONLY, select: OWN },
  user_achievements: {
    key: ["user_id", "achievement_type"],
    ...byUser,
    change: { achievement_name: "Mine" },
    fresh: () => ({ achievement_type: "5_lessons" }),
    only: {
      "authenticated insert": ACHIEVEMENT_COLUMNS,
      "authenticated update": ACHIEVEMENT_COLUMNS,
    },
    select: OWN,
    // An achievement has no time, so the expired learner may have earned it during the enrolment.
    insert: ["denied", "denied", "denied", "own", "own", "denied", "denied", "own", "denied"],
    update: OWN_NOT_SERVER,
    delete: NOBODY,
  },
  study_rows: {
    key: ["user_id", "kind", "key"],
    ...byUser,
    change: { content: {} },
    ...READ_ONLY,
    select: OWN,
  },
  capstone_hand_ins: { key: ["id"], ...byUser, change: { attempt: 2 }, ...READ_ONLY, select: OWN },
  capstone_reviews: {
    key: ["hand_in_id"],
    ...byUser,
    change: { overall: "x" },
    only: {
      "authenticated select": [
        "comments",
        "hand_in_id",
        "has_diligence",
        "has_sources",
        "overall",
        "passed",
        "reviewed_at",
        "scores",
        "user_id",
      ],
    },
    ...READ_ONLY,
    select: OWN,
  },
  recovery_codes: { key: ["code_hash"], ...byUser, change: { created_at: "now" }, ...CLOSED },
  certificates: { key: ["id"], ...byUser, change: { holder_name: "X" }, ...READ_ONLY, select: OWN },
  deletion_requests: {
    key: ["user_id"],
    ...byUser,
    change: { keeps_certificate: false },
    only: {
      "authenticated select": ["begun_at", "due_at", "keeps_certificate", "requested_at", "user_id"],
    },
    ...READ_ONLY,
    select: OWN,
  },
  contact_messages: {
    key: ["id"],
    ...ofServer,
    change: { subject: "x" },
    fresh: () => ({ id: crypto.randomUUID() }),
    select: SERVER,
    insert: SERVER,
    update: NOBODY,
    delete: NOBODY,
  },
  orders: {
    key: ["id"],
    ...byUser,
    change: { phone: "1" },
    fresh: () => ({ id: crypto.randomUUID(), status: "created" }),
    only: {
      "authenticated select": [
        "course_id",
        "created_at",
        "currency",
        "discount_code",
        "discount_pence",
        "grace_until",
        "id",
        "paid_at",
        "plan",
        "plan_ended_at",
        "restored_at",
        "seats",
        "status",
        "subtotal_pence",
        "team_id",
        "tier",
        "total_pence",
        "vat_pence",
      ],
    },
    select: OWN,
    insert: FOR_OWNER,
    update: SERVER,
    delete: NOBODY,
  },
  // Owners and learners read what functions return (tests/teams).
  teams: { key: ["id"], ...ofServer, change: { name: "x" }, select: SERVER, ...READ_ONLY },
  team_seats: { key: ["id"], ...ofServer, change: { email: "x@example.com" }, select: SERVER, ...READ_ONLY },
  order_payments: {
    key: ["id"],
    ...byOrder,
    change: { failures: 1 },
    fresh: () => ({ id: crypto.randomUUID(), number: 2 }),
    only: {
      "authenticated select": [
        "amount_pence",
        "due_at",
        "failed_at",
        "id",
        "invoice_number",
        "number",
        "order_id",
        "paid_at",
        "refunded_pence",
      ],
    },
    select: OWN,
    insert: FOR_OWNER,
    update: SERVER,
    delete: NOBODY,
  },
  order_invoices: {
    key: ["order_id"],
    ...byOrder,
    change: { paid_pence: 1 },
    select: SERVER,
    ...READ_ONLY,
  },
  credit_notes: {
    key: ["id"],
    ...byPayment,
    change: { number: "CN-2" },
    fresh: () => ({ id: hash(), refund_id: hash() }),
    only: { "authenticated select": ["amount_pence", "created_at", "id", "number", "payment_id"] },
    select: OWN,
    insert: FOR_OWNER,
    update: SERVER,
    delete: NOBODY,
  },
  course_enrollments: {
    key: ["id"],
    ...byUser,
    change: { reason: "paid" },
    ...READ_ONLY,
    // An enrolment is visible only while it gives access. Otherwise, enrollment_status shows the reason.
    select: ["denied", "none", "own", "own", "none", "denied", "denied", "own", "all"],
  },
  enrollment_status: {
    key: ["tier", "status"],
    ...byUser,
    source: "course_enrollments",
    change: { status: "active" },
    ...READ_ONLY,
    select: OWN_NOT_SERVER,
  },
  student_ids: {
    key: ["id"],
    ...ofServer,
    change: { university: "Accra" },
    fresh: () => ({ id: crypto.randomUUID(), ref_hash: hash(), path: hash(), order_id: null }),
    select: SERVER,
    insert: SERVER,
    update: SERVER,
    delete: SERVER,
  },
  rate_limits: { key: ["key"], ...ofServer, change: { count: 0 }, ...CLOSED },
  stripe_events: {
    key: ["id"],
    ...ofServer,
    change: { processed_at: null },
    fresh: () => ({ id: hash() }),
    select: SERVER,
    insert: SERVER,
    update: SERVER,
    delete: NOBODY,
  },
  mail_queue: {
    key: ["id"],
    ...ofServer,
    change: { recipient: "x@example.com" },
    fresh: () => ({ id: crypto.randomUUID(), dedupe_key: hash() }),
    select: SERVER,
    insert: SERVER,
    update: NOBODY,
    delete: NOBODY,
  },
};

/** The actors with a full sign-in. */
export const SIGNED_IN: readonly Actor[] = ["stranger", "otherTier", "owner", "expired", "aal2"];

type Caller = "server" | "visitor" | "anyone" | "signedIn" | "secondFactor" | "reviewer" | "staff";
/** Which actors each of these callers are. Nobody among them is a reviewer or staff: staff.test.ts adds those. */
export const CALLERS: Record<Caller, readonly Actor[]> = {
  server: [],
  visitor: ["anonymous"],
  anyone: ["anonymous", ...SIGNED_IN],
  signedIn: SIGNED_IN,
  secondFactor: ["aal2"],
  reviewer: [],
  staff: [],
};

/** Who may call each function of the exposed schema. Staff may call what reviewers may. */
export const FUNCTIONS: Record<string, Caller> = {
  find_user_id_by_email: "server",
  is_my_address_proven: "signedIn",
  add_address_link: "server",
  request_address_link: "server",
  begin_address_claim: "server",
  finish_address_claim: "server",
  confirm_address: "server",
  take_rate_limit: "server",
  rate_limit_wait: "server",
  remove_unconfirmed_account: "server",
  claim_mail: "server",
  finish_mail: "server",
  name_at: "server",
  create_order: "server",
  abandon_order: "server",
  create_team_order: "server",
  pause_unpaid_teams: "server",
  team_mail_facts: "server",
  my_teams: "signedIn",
  team_seats_page: "signedIn",
  invite_to_team: "signedIn",
  resend_invitation: "signedIn",
  end_seat: "signedIn",
  move_seat: "signedIn",
  set_team_link: "signedIn",
  hand_over_team: "signedIn",
  my_seats: "signedIn",
  claim_seat: "signedIn",
  join_team: "signedIn",
  leave_team: "signedIn",
  team_of_link: "anyone",
  has_paid_tier: "server",
  plan_replaced_at: "server",
  has_purchased: "server",
  record_order_payment: "server",
  record_invoice: "server",
  record_plan: "server",
  pause_overdue: "server",
  remind_overdue: "server",
  claim_orders_to_reconcile: "server",
  record_refund: "server",
  claim_second_purchase: "server",
  record_dispute: "server",
  may_correct_order_email: "server",
  correct_order_email: "server",
  resend_credentials: "server",
  queue_reminders: "server",
  record_contact_message: "server",
  prepare_certificate: "server",
  issue_certificate: "server",
  missed_certificates: "server",
  publish_outline: "server",
  certificate_keys: "server",
  revoked_certificates: "server",
  create_recovery_codes: "secondFactor",
  recovery_codes_left: "signedIn",
  use_recovery_code: "server",
  spend_recovery_codes: "server",
  request_deletion: "server",
  add_deletion_link: "server",
  keep_account: "server",
  claim_deletions: "server",
  export_my_data: "server",
  retention_rule_names: "server",
  my_reminders: "server",
  save_reminders: "server",
  change_push_device: "server",
  stop_reminder_mails: "server",
  reminder_mail_key: "server",
  due_reminders: "server",
  claim_reminder: "server",
  put_off_reminder: "server",
  record_push: "server",
  record_job_run: "server",
  late_jobs: "server",
  operations: "server",
  record_problems: "server",
  apply_retention: "server",
  due_student_ids: "server",
  next_customers_to_delete: "server",
  sync_push: "signedIn",
  sync_pull: "signedIn",
  review_capstone: "reviewer",
  staff_me: "reviewer",
  staff_log: "staff",
  staff_course: "staff",
  staff_certificates: "staff",
  staff_certificate: "staff",
  staff_revoke_certificate: "staff",
  staff_today: "staff",
  staff_waiting: "reviewer",
  staff_capstones: "reviewer",
  staff_capstone: "reviewer",
  staff_ask_second_opinion: "reviewer",
  staff_withdraw_second_opinion: "reviewer",
  staff_messages: "staff",
  staff_message: "staff",
  staff_assign_message: "staff",
  staff_close_message: "staff",
  staff_act_on_invoice: "server",
  staff_open_invoice: "server",
  staff_answer_message: "staff",
  contact_answer: "server",
  ask_course_interest: "server",
  unconfirmed_interest: "server",
  answer_course_interest: "server",
  staff_course_interests: "staff",
  staff_export_course_interests: "staff",
  staff_announce_course: "staff",
  staff_session: "server",
  staff_learners: "staff",
  staff_learner: "staff",
  staff_withdraw_factor_removal: "staff",
  staff_teams: "staff",
  staff_team: "staff",
  staff_team_seats: "staff",
  staff_extend_team: "staff",
  staff_end_team: "staff",
  staff_reopen_team: "staff",
  staff_end_seat: "staff",
  staff_hand_over_team: "staff",
  request_factor_removal: "server",
  confirm_factor_removal: "server",
  finish_factor_removal: "server",
  record_sign_in_mail: "server",
  staff_orders: "staff",
  staff_order: "staff",
  staff_export_orders: "staff",
  staff_export_log: "staff",
  staff_extend_access: "staff",
  staff_may_end_access: "server",
  staff_end_access: "server",
  staff_restore_access: "server",
  staff_resend_credentials: "server",
  staff_may_correct_email: "server",
  staff_correct_email: "server",
  claim_staff_refund: "server",
  open_staff_refund: "server",
  finish_staff_refund: "server",
  set_staff_role: "server",
  staff_members: "server",
  staff_student_id: "staff",
  staff_student_ids: "staff",
  staff_settings: "staff",
  save_provider_facts: "server",
  site_facts: "visitor",
  open_student_id: "server",
  decide_student_id: "server",
  add_student_id_key: "server",
  student_id_choice: "server",
  choose_after_refusal: "server",
  refused_orders_to_refund: "server",
  pause_refused_orders: "server",
};

/** The database roles that may execute a function for each caller. */
export const EXECUTES: Record<Caller, string[]> = {
  server: ["service_role"],
  visitor: ["anon", "service_role"],
  anyone: ["anon", "authenticated"],
  signedIn: ["authenticated"],
  secondFactor: ["authenticated"],
  reviewer: ["authenticated"],
  staff: ["authenticated"],
};

/** Functions of the private schema that policies or constraints call with the rights of the current role. */
export const PRIVATE_FUNCTIONS: Record<string, string[]> = {
  email_key: ["service_role"],
  mailbox_key: ["service_role"],
  name_key: ["authenticated", "service_role"],
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

const LISTED_TO_SERVER: Row = ["none", "none", "none", "none", "none", "none", "none", "none", "all"];
const BUCKET_OPERATIONS = {
  list: LISTED_TO_SERVER,
  read: SERVER,
  sign: SERVER,
  write: SERVER,
  replace: SERVER,
  copy: SERVER,
  move: SERVER,
  remove: LISTED_TO_SERVER,
  // The server may do this too, but the test does not try it, because it still needs the bucket.
  open: NOBODY,
  drop: NOBODY,
};
export type BucketOperation = keyof typeof BUCKET_OPERATIONS;

/** What each actor may do in each bucket with an existing file, and with the bucket itself. */
export const BUCKETS: Record<string, Record<BucketOperation, Row>> = { "student-ids": BUCKET_OPERATIONS };
