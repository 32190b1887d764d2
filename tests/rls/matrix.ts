import { lessonPack } from "../support/lessons.ts";
import type { Actor } from "./people.ts";

/**
 * What each actor reaches in each relation, function and bucket. matrix.test.ts enumerates the catalogue: one
 * that has no row here fails it, as does every cell that turns out otherwise.
 *
 * - `denied`: refused before any row is looked at, or the row is refused.
 * - `none`: let through by the grants, and row-level security leaves nothing, though rows are there.
 * - `own`: all of the asking person's rows, and nobody else's. `all`: everybody's.
 * - Any other word: the rows of that owner or kind alone.
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
  /** What makes a row of it known, of the columns that its readers see. */
  key: readonly string[];
  /** SQL: the id of the person whose row `t` is, or a word for its kind. */
  whose: string;
  /** Where to look as superuser, for a view. */
  source?: string;
  /** An update that breaks no rule. Sent without a filter: only row-level security narrows it. */
  change: Values;
  /** What a new row must not have in common with the one that it is a copy of, where anybody may insert at all. */
  fresh?(actor: Actor): Values;
  /** The columns that a role may ask for or write, where that is not all of them. */
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
/** The server puts down a row for the owner. */
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
/** Half a sign-in (aal1 with a factor, a temporary password) is an error, whatever is asked. */
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
  sync_clock: { key: ["user_id"], ...byUser, change: { rev: 0 }, ...CLOSED },
  sync_ledger: { key: ["op_id"], ...byUser, change: { written_at: null }, ...CLOSED },
  course_progress: {
    key: ["user_id", "lesson_id"],
    ...byUser,
    change: { completed: true, completed_at: "2025-06-01T00:00:00Z" },
    // Done now, in a lesson that is not the preview.
    fresh: () => ({ lesson_id: "2", completed_at: new Date().toISOString() }),
    only: {
      "authenticated insert": PROGRESS_COLUMNS,
      "authenticated update": PROGRESS_COLUMNS,
    },
    select: OWN,
    insert: ["denied", "denied", "denied", "own", "denied", "denied", "denied", "own", "denied"],
    // What the expired one has done before may still be raised: it is work from then.
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
    // It tells no time, so the expired one may have earned it while it was theirs to earn.
    insert: ["denied", "denied", "denied", "own", "own", "denied", "denied", "own", "denied"],
    update: OWN_NOT_SERVER,
    delete: NOBODY,
  },
  workbook_fields: {
    key: ["user_id", "field_id"],
    ...byUser,
    change: { value: "x" },
    ...READ_ONLY,
    select: OWN,
  },
  lesson_notes: { key: ["op_id"], ...byUser, change: { body: "x" }, ...READ_ONLY, select: OWN },
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
    // Only while it gives access; enrollment_status tells the others why not.
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

/** Whoever has an account and has signed in fully. */
export const SIGNED_IN: readonly Actor[] = ["stranger", "otherTier", "owner", "expired", "aal2"];

/** Who but the server may call a function; tables.ts has those that are the server's alone. */
export const FUNCTION_ROWS: Record<string, readonly Actor[]> = {
  create_recovery_codes: ["aal2"],
  is_my_address_proven: SIGNED_IN,
  recovery_codes_left: SIGNED_IN,
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
  // Not tried by the server, which may: the bucket is needed.
  open: NOBODY,
  drop: NOBODY,
};
export type BucketOperation = keyof typeof BUCKET_OPERATIONS;

/** What each actor may do in each bucket with a file that is there, and with the bucket itself. */
export const BUCKETS: Record<string, Record<BucketOperation, Row>> = { "student-ids": BUCKET_OPERATIONS };
