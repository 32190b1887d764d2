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
        "status",
        "subtotal_pence",
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

/** The functions that actors besides the server may call. tables.ts lists those that only the server may call. */
export const FUNCTION_ROWS: Record<string, readonly Actor[]> = {
  create_recovery_codes: ["aal2"],
  is_my_address_proven: SIGNED_IN,
  recovery_codes_left: SIGNED_IN,
  site_facts: ["anonymous"],
  // Nobody of these is a reviewer or staff: staff.test.ts calls these functions as one.
  review_capstone: [],
  staff_certificate: [],
  staff_certificates: [],
  staff_course: [],
  staff_log: [],
  staff_me: [],
  staff_revoke_certificate: [],
  staff_settings: [],
  staff_today: [],
  staff_learner: [],
  staff_learners: [],
  staff_withdraw_factor_removal: [],
  staff_order: [],
  staff_orders: [],
  staff_extend_access: [],
  staff_export_orders: [],
  staff_export_log: [],
  staff_student_id: [],
  staff_student_ids: [],
  staff_answer_message: [],
  staff_ask_second_opinion: [],
  staff_assign_message: [],
  staff_capstone: [],
  staff_capstones: [],
  staff_close_message: [],
  staff_message: [],
  staff_messages: [],
  staff_withdraw_second_opinion: [],
  sync_push: SIGNED_IN,
  sync_pull: SIGNED_IN,
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
