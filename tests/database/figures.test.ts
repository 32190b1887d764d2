import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrations } from "@academy/local-supabase";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { THRESHOLDS } from "../../functions/_shared/operations/thresholds.ts";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { type Database, openDatabase } from "../../tools/database/embedded.ts";
import { SUPABASE } from "../../tools/database/schemaFiles.ts";
import { publishOutlineSql } from "../support/outline.ts";

type Figures = Record<string, unknown>;

const ADA = "00000000-0000-4000-8000-00000000000a";
const DEFINITIONS = readFileSync(join(SUPABASE, "schemas", "operations", "figures.sql"), "utf8");

let database: Database;
const query = <T = Figures>(sql: string) => database.query<T>(sql);

async function figures(): Promise<Figures> {
  const [row] = await query<{ figures: Figures }>("select public.operations() as figures");
  return row?.figures ?? {};
}

/** The figures that differ from those of a quiet academy. */
async function unusual(): Promise<Figures> {
  const steady = ["database_megabytes", "largest_tables", "connections_percent"];
  const entries = Object.entries(await figures()).filter(([name]) => !steady.includes(name));
  return Object.fromEntries(entries.filter(([, value]) => value !== 0 && JSON.stringify(value) !== "[]"));
}

/** An order that was paid some time ago. `change` sets columns after the payment. */
async function paidOrder({ ago = "1 day", plan = "full", user = ADA, change = "status = status" } = {}) {
  const owner = user === "" ? "null" : `'${user}'`;
  const [order] = await query<{ id: string }>(
    `insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name,
       last_name, claim_token_hash, user_id, created_at)
     values ('student', '${plan}', 'academy_student_full', 5000, 1000, 6000, 'ada@example.com', 'Ada', 'Obi',
       repeat('0', 64), ${owner}, now() - interval '${ago}')
     returning id`,
  );
  await query(
    `update public.orders set status = 'paid', paid_at = now() - interval '${ago}', checked_at = now(),
       schedule_id = gen_random_uuid() where id = '${order?.id}'`,
  );
  await query(`update public.orders set ${change} where id = '${order?.id}'`);
  return order?.id ?? "";
}

/** Less than a minute more or less. */
const about = (seconds: number) => expect.closeTo(seconds, -2);
const event = (ago: string) =>
  query(`insert into public.stripe_events (id, type, received_at, processed_at)
    values (gen_random_uuid(), 'charge.refunded', now() - interval '${ago}', now())`);
const mail = (columns: string, values: string) =>
  query(`insert into public.mail_queue (kind, dedupe_key, recipient, ${columns})
    values ('receipt', gen_random_uuid(), 'ada@example.com', ${values})`);

beforeAll(async () => {
  database = await openDatabase();
  await database.migrate(readMigrations(join(SUPABASE, "migrations")));
  await query(publishOutlineSql());
}, 240_000);
afterAll(() => database.close());

// Each test changes a quiet academy.
beforeEach(async () => {
  await query("delete from auth.users");
  for (const table of ["public.orders", "public.mail_queue", "public.stripe_events", "private.problems"])
    await query(`delete from ${table}`);
  for (const table of ["private.customers_to_delete", "private.refusals"])
    await query(`delete from ${table}`);
  await query(`insert into auth.users (id, email) values ('${ADA}', 'ada@example.com')`);
  await query("select public.record_job_run(name, true) from private.jobs");
  await query(`insert into private.retention_runs select name, now() from private.retention_rules
    where statement is not null on conflict (rule) do update set finished_at = now()`);
});

describe("the figures of a quiet academy", () => {
  test("are all zero or empty, and contain each figure that has a threshold", async () => {
    expect(await unusual()).toEqual({});
    expect(Object.keys(await figures())).toEqual(
      expect.arrayContaining(Object.values(THRESHOLDS).map(({ figure }) => figure)),
    );
  });

  test("name the largest tables, and are small for the size of the database and its connections", async () => {
    const { largest_tables, database_megabytes, connections_percent } = await figures();
    expect(largest_tables).toHaveLength(5);
    expect(largest_tables).toContainEqual({ name: expect.stringMatching(/^\w+\.\w+$/), megabytes: 0 });
    expect(database_megabytes).toBeLessThan(100);
    expect(connections_percent).toBeLessThan(50);
  });
});

describe("an operations figure rises", () => {
  test("when a job has missed its runs, with the job's name", async () => {
    await query(
      "update private.job_runs set last_success_at = now() - interval '1 day' where job = 'deliver-mail'",
    );
    expect(await unusual()).toEqual({ late_jobs: ["deliver-mail"] });
  });

  test("with the age of the oldest waiting email, and with emails given up on in the last day", async () => {
    await mail("created_at", "now() - interval '40 minutes'");
    await mail("created_at", "now() - interval '10 minutes'");
    await mail("status, finished_at", "'failed', now() - interval '1 hour'");
    await mail("status, finished_at", "'failed', now() - interval '2 days'");
    await mail("status, finished_at", "'sent', now()");
    expect(await unusual()).toEqual({ mail_waiting: 2, mail_oldest_seconds: about(2400), mail_given_up: 1 });
  });

  test("when an event of the provider fails for longer than ten minutes", async () => {
    await event("5 minutes");
    await event("20 minutes");
    expect(await unusual()).toEqual({ events_in_a_day: 2, last_event_seconds: about(300) });
    await query("update public.stripe_events set processed_at = null");
    expect(await unusual()).toMatchObject({ events_failing: 1 });
  });

  test("when an order was paid and no event has arrived for a day", async () => {
    await event("2 days");
    await paidOrder({ ago: "1 hour" });
    expect(await unusual()).toMatchObject({ paid_without_event: 1 });
    await event("1 minute");
    expect(await unusual()).toEqual({ events_in_a_day: 1, last_event_seconds: about(60) });
  });

  test("when a paid order does not give access", async () => {
    await event("1 minute");
    await paidOrder();
    await query("update public.course_enrollments set status = 'revoked', ended_at = now()");
    expect(await unusual()).toMatchObject({ paid_without_access: 1 });
  });

  test("with the age of the oldest paid order whose buyer has no account yet", async () => {
    await event("1 minute");
    await paidOrder({ ago: "4 days", user: "" });
    await paidOrder({ ago: "40 days", user: "" });
    await paidOrder({ ago: "5 days", user: "", change: "status = 'refunded'" });
    expect(await unusual()).toMatchObject({ unclaimed: 2, unclaimed_seconds: about(4 * 24 * 60 * 60) });
  });

  test("when access to a plan continues after its days of grace, or a plan has no schedule", async () => {
    await event("1 minute");
    const due = (grace: string) => `status = 'past_due', grace_until = now() - interval '${grace}'`;
    await paidOrder({ plan: "installment", change: due("2 hours") });
    await paidOrder({ plan: "installment", change: due("1 minute") });
    await paidOrder({ plan: "installment", change: "schedule_id = null" });
    const found = await unusual();
    expect(found).toMatchObject({ plans_past_due: 2, plans_not_paused: 1, plans_without_schedule: 1 });
  });

  test("when a second purchase is not refunded within a day", async () => {
    await event("1 minute");
    await paidOrder({ ago: "5 days" });
    const second = await paidOrder({ ago: "2 days" });
    await query(`insert into public.order_payments (order_id, number, payment_intent_id, amount_pence, due_at, paid_at)
      values ('${second}', 1, 'pi_1', 6000, now(), now())`);
    expect(await unusual()).toMatchObject({ second_purchases: 1 });
    await query("update public.order_payments set refunded_pence = 6000");
    expect(await unusual()).not.toHaveProperty("second_purchases");
  });

  test("when orders are not compared with the provider", async () => {
    await event("1 minute");
    await paidOrder({ plan: "installment", change: "checked_at = now() - interval '8 hours'" });
    await query(`insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email,
        first_name, last_name, claim_token_hash, created_at)
      values ('student', 'full', 'p', 5000, 1000, 6000, 'b@example.com', 'B', 'B', repeat('0', 64),
        now() - interval '3 hours')`);
    expect(await unusual()).toMatchObject({ orders_unchecked: 2 });
    await query("update public.orders set checked_at = now()");
    expect(await unusual()).not.toHaveProperty("orders_unchecked");
  });

  test("when a certificate is missing a quarter of an hour after the last lesson", async () => {
    await event("1 minute");
    await paidOrder();
    await query(`insert into public.course_progress (user_id, course_id, module_id, lesson_id, completed, completed_at)
      select '${ADA}', '${COURSE_ID}', module_id, lesson_id, true, now() from private.course_outline`);
    await query(`insert into private.certificate_names (user_id, course_id, holder_name, confirmed_at)
      values ('${ADA}', '${COURSE_ID}', 'Ada Obi', now() - interval '1 hour')`);
    expect(await unusual()).not.toHaveProperty("certificates_missed");
    // A completion cannot be older than the account and the enrolment.
    await query("update auth.users set created_at = '2025-01-01'");
    await query("update public.course_enrollments set started_at = '2025-01-01'");
    await query("update public.course_progress set completed_at = now() - interval '20 minutes'");
    expect(await unusual()).toMatchObject({ certificates_missed: 1 });
  });

  test("when the deletion of an account, or of a customer at the provider, is overdue", async () => {
    await query(`insert into public.deletion_requests (user_id, keeps_certificate, due_at)
      values ('${ADA}', false, now() - interval '2 hours')`);
    await query(`insert into private.customers_to_delete values
      ('cus_1', now() - interval '2 days'), ('cus_2', now())`);
    expect(await unusual()).toEqual({ deletions_overdue: 2 });
  });

  test("with the rows that the sync refused today, unless the learner's access had ended", async () => {
    const answers = ["invalid", "invalid", "too_many", "not_entitled", null].map((code) => ({ code }));
    const push = () => query(`select private.count_refusals('${JSON.stringify(answers)}')`);
    await push();
    await query("update private.refusals set day = day - 1");
    expect(await unusual()).toEqual({});
    await push();
    await push();
    expect(await unusual()).toEqual({ rows_refused: 6 });
  });

  test("when a retention rule has not finished for a day, with the rule's name", async () => {
    await query(
      "update private.retention_runs set finished_at = now() - interval '2 days' where rule = 'unpaid order'",
    );
    await query("delete from private.retention_runs where rule = 'sign-in log'");
    expect(await unusual()).toEqual({ retention_late: ["sign-in log", "unpaid order"] });
    await query("select public.apply_retention('unpaid order'), public.apply_retention('sign-in log')");
    expect(await unusual()).toEqual({});
  });

  test("with the learners whose work arrived in the last seven days", async () => {
    await query(`insert into public.sync_clock (user_id, day) values ('${ADA}', current_date - 6)
      on conflict (user_id) do update set day = excluded.day`);
    expect(await unusual()).toEqual({ active_learners: 1 });
    await query("update public.sync_clock set day = current_date - 8");
    expect(await unusual()).toEqual({});
  });
});

test("no figure scans the whole of a table that grows with sales, emails or learners", async () => {
  const bodies = [...DEFINITIONS.matchAll(/create function private\.(\w+_figures)\(\)[^$]*\$\$(.*?)\$\$;/gs)];
  expect(bodies.map(([, name]) => name)).toEqual(
    expect.arrayContaining(["mail_figures", "money_figures", "learner_figures"]),
  );
  // Forbidden as far as possible, because the planner prefers to read a small table as a whole.
  await query("set enable_seqscan = off");
  const whole: string[] = [];
  for (const [, name, body] of bodies) {
    const plan = await query<Record<"QUERY PLAN", string>>(`explain ${body}`);
    whole.push(...wholeReads(plan.map((row) => row["QUERY PLAN"])).map((read) => `${name}: ${read}`));
  }
  await query("reset enable_seqscan");
  expect(whole.sort()).toEqual(WHOLE_READS);
});

const WHOLE_READS = [
  "database_figures: pg_namespace_oid_index",
  // issue-missed-certificates reads it as a whole every minute: one row for a learner who confirmed a name.
  "learner_figures: certificate_names_pkey",
  // A customer stays for a minute, a rule is one of about twelve, a code one of seven, and a file stays for 180 days.
  "learner_figures: customers_to_delete",
  "learner_figures: refusals",
  "learner_figures: retention_rules_pkey",
  "learner_figures: retention_runs_pkey",
  "learner_figures: student_ids",
  // Partial indexes: emails that wait, plans that are past due, plans (reconcile-payments reads them every minute), and
  // paid orders without an account.
  "mail_figures: mail_queue_waiting",
  "mail_figures: mail_queue_waiting",
  "money_figures: orders_grace_until",
  "money_figures: orders_plans",
  "money_figures: orders_plans",
  "money_figures: orders_waiting",
  "money_figures: orders_waiting",
  // The newest entry only.
  "money_figures: stripe_events_received_at",
];

/** What a plan reads without a condition on an index: tables, common table expressions, and whole indexes. */
function wholeReads(plan: readonly string[]): string[] {
  return plan.flatMap((line, place) => {
    const [, table] = /(?:Seq|CTE) Scan on (\w+)/.exec(line) ?? [];
    if (table) return table;
    const [, index] =
      /(?:Index(?: Only)? Scan(?: Backward)? using|Bitmap Index Scan on) (\w+)/.exec(line) ?? [];
    return index && !/Index Cond/.test(plan[place + 1] ?? "") ? index : [];
  });
}

describe("emails about problems", () => {
  const record = (problems: Figures) =>
    query<{ changes: unknown }>(`select public.record_problems('${JSON.stringify(problems)}') as changes`);
  const mails = async () => {
    const rows = await query<{ kind: string; recipient: string; data: Figures }>(
      "select kind, recipient, data from public.mail_queue order by created_at, kind",
    );
    return rows.map(({ kind, recipient, data }) => [kind, recipient, data.problem, data.value]);
  };
  const pass = (interval: string) =>
    query(`update private.problems set started_at = started_at - interval '${interval}',
      ended_at = ended_at - interval '${interval}', announced_at = announced_at - interval '${interval}'`);

  test("are queued once when a problem starts and once when it is over, without an address", async () => {
    expect(await record({ jobs: ["deliver-mail"] })).toEqual([{ changes: { started: ["jobs"], ended: [] } }]);
    await pass("3 days");
    expect(await record({ jobs: ["deliver-mail"] })).toEqual([{ changes: { started: [], ended: [] } }]);
    expect(await mails()).toEqual([["problem", "", "jobs", ["deliver-mail"]]]);
    expect(await record({})).toEqual([{ changes: { started: [], ended: ["jobs"] } }]);
    await record({});
    expect(await mails()).toEqual([
      ["problem", "", "jobs", ["deliver-mail"]],
      ["problem_over", "", "jobs", undefined],
    ]);
  });

  test("about a problem that comes and goes are queued at most once a day", async () => {
    for (let round = 0; round < 5; round++) {
      await record({ mail: 2000, plans: 1 });
      await pass("1 hour");
      await record({ plans: 1 });
      await pass("1 hour");
    }
    const kinds = async () => (await mails()).map(([kind, , problem]) => `${kind} ${problem}`).sort();
    expect(await kinds()).toEqual(["problem mail", "problem plans", "problem_over mail"]);
    await record({ mail: 2000, plans: 1 });
    await pass("15 hours");
    await record({ mail: 9000, plans: 1 });
    expect(await kinds()).toEqual(["problem mail", "problem mail", "problem plans", "problem_over mail"]);
  });
});
