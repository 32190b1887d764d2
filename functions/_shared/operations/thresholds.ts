import type { Figures } from "./figures.ts";

/** A figure that is reported as a problem when it is above `most`. docs/alerts.md says more about each. */
type Threshold = {
  figure: keyof Figures;
  most: number;
  /** Consequences for learners or money. */
  means: string;
  /** The first thing to do. */
  first: string;
};

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;

export const THRESHOLDS = {
  jobs: {
    figure: "late_jobs",
    most: 0,
    means:
      "A job has not run successfully for too long, so emails, payments, certificates or deletions may be waiting.",
    first: "Read the job's log in the dashboard (Edge Functions), then select * from cron.job_run_details.",
  },
  mail: {
    figure: "mail_oldest_seconds",
    most: 30 * MINUTE_SECONDS,
    means: "An email has been waiting too long. Buyers may be without their password or receipt.",
    first: "select kind, attempts, last_error from mail_queue where status = 'queued' order by created_at;",
  },
  mail_given_up: {
    figure: "mail_given_up",
    most: 0,
    means:
      "An email failed twenty times within twelve hours and will not be sent. Its recipient is waiting for it.",
    first: "select id, kind, last_error from mail_queue where status = 'failed' order by finished_at desc;",
  },
  webhook: {
    figure: "events_failing",
    most: 0,
    means:
      "An event of the payment provider fails repeatedly. A payment, refund or dispute may have had no effect.",
    first: "select id, type, received_at from stripe_events where processed_at is null order by received_at;",
  },
  webhook_silent: {
    figure: "paid_without_event",
    most: 0,
    means:
      "Orders were paid, but the provider has sent no event for a day. Refunds and disputes go unnoticed.",
    first: "Check the webhook endpoint in the provider's dashboard, then run npm run stripe:setup.",
  },
  access: {
    figure: "paid_without_access",
    most: 0,
    means: "A learner has paid and cannot open the course. This is a fault in the software.",
    first: "Compare the learner's rows in orders and course_enrollments, and report the fault.",
  },
  unclaimed: {
    figure: "unclaimed_seconds",
    most: 3 * DAY_SECONDS,
    means: "A buyer paid three days ago and has not opened the emailed link, so they have no access.",
    first: "Write to the buyer personally, or refund the order in the provider's dashboard.",
  },
  plans: {
    figure: "plans_not_paused",
    most: 0,
    means: "A plan's days of grace ended more than an hour ago, and access continues without payment.",
    first: "Read the log of reconcile-payments for the event not_reconciled.",
  },
  plan_schedule: {
    figure: "plans_without_schedule",
    most: 0,
    means: "A plan has no schedule at the provider, which would charge the learner a fourth time.",
    first: "Read the log of reconcile-payments for the event plan_not_limited.",
  },
  refunds: {
    figure: "second_purchases",
    most: 0,
    means: "A buyer paid twice for the same tier and has been waiting for the refund for more than a day.",
    first: "Read the log of reconcile-payments for the event second_purchase_not_refunded.",
  },
  reconcile: {
    figure: "orders_unchecked",
    most: 0,
    means:
      "Orders have not been compared with the provider for hours. A payment whose event was lost gives no access.",
    first: "Check in the log that reconcile-payments runs every minute, and how long each run takes (ms).",
  },
  certificates: {
    figure: "certificates_missed",
    most: 0,
    means: "A learner has completed the course and has no certificate after a quarter of an hour.",
    first: "Read the log of issue-missed-certificates for the event certificate.",
  },
  deletions: {
    figure: "deletions_overdue",
    most: 0,
    means:
      "An account, or a customer at the provider, should have been deleted. The privacy policy promises it.",
    first: "Read the log of delete-due-accounts for the events deletion and customer_not_deleted.",
  },
  retention: {
    figure: "retention_late",
    most: 0,
    means: "Data is kept longer than the privacy policy says, because a rule fails or has too many rows.",
    first: "Read the log of apply-retention for the events retention and retention_unfinished.",
  },
  sync: {
    figure: "rows_refused",
    most: 50,
    means:
      "The sync refuses what learners' devices send. It stays on their devices and does not reach the server.",
    first: "select * from private.refusals;",
  },
  database_size: {
    figure: "database_megabytes",
    most: 6000,
    means:
      "The Pro plan of Supabase includes 8 GB. Above that each GB costs extra, and a full disk makes the database read-only.",
    first: "Look at largest_tables, and find out why they grow.",
  },
  connections: {
    figure: "connections_percent",
    most: 80,
    means: "At 100 % the database accepts no more connections. Learners would see errors.",
    first: "select application_name, state, count(*) from pg_stat_activity group by 1, 2 order by 3 desc;",
  },
} as const satisfies Record<string, Threshold>;

type ProblemCode = keyof typeof THRESHOLDS;
type Problem = { code: ProblemCode; value: number | string[] } & Pick<
  Threshold,
  "figure" | "most" | "means" | "first"
>;

/** The figures above their threshold, in the order of the table. */
export function problemsIn(figures: Figures): Problem[] {
  return Object.keys(THRESHOLDS).flatMap((code) => {
    if (!isProblemCode(code)) return [];
    const { figure } = THRESHOLDS[code];
    const value = figures[figure];
    const size = Array.isArray(value) ? value.length : value;
    return size > THRESHOLDS[code].most ? { code, value, ...THRESHOLDS[code] } : [];
  });
}

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(THRESHOLDS, code);
}
