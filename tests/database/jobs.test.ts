import { join } from "node:path";
import { readMigrations } from "@academy/local-supabase";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../tools/database/embedded.ts";
import { SUPABASE } from "../../tools/database/schemaFiles.ts";

const JOBS = [
  "apply-retention",
  "delete-due-accounts",
  "deliver-mail",
  "issue-missed-certificates",
  "reconcile-payments",
  "send-reminders",
  "watch-operations",
];

/** The parts of pg_cron, pg_net and the vault that the schedule uses. They record their calls. */
const HOSTED = `
  create schema cron;
  create table cron.job (jobname text primary key, schedule text, command text);
  create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
    insert into cron.job values (job_name, schedule, command)
    on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command
    returning 1::bigint
  $$;
  create function cron.unschedule(job_name text) returns boolean language sql as $$
    delete from cron.job where jobname = job_name returning true
  $$;
  create schema net;
  create table net.requests (url text, headers jsonb, timeout_milliseconds integer);
  create function net.http_post(
    url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
    timeout_milliseconds integer default 5000
  ) returns bigint language sql as $$
    insert into net.requests values (url, headers, timeout_milliseconds) returning 7::bigint
  $$;
  create schema vault;
  create table vault.decrypted_secrets (name text, decrypted_secret text);
`;

let database: Database;
const query = (sql: string) => database.query<Record<string, unknown>>(sql);

beforeAll(async () => {
  database = await openDatabase();
  await database.migrate(readMigrations(join(SUPABASE, "migrations")));
}, 240_000);
afterAll(() => database.close());

test("without pg_cron and pg_net no job is scheduled and no error is raised", async () => {
  expect(await query("select private.schedule_jobs() as count")).toEqual([{ count: 0 }]);
});

describe("on a hosted project", () => {
  beforeAll(async () => {
    await database.exec(HOSTED);
  });

  test("every job and the cleanup of pg_cron's log are scheduled once, however often the schedule is created", async () => {
    expect(await query("select private.schedule_jobs() as count")).toEqual([{ count: JOBS.length }]);
    await query("select private.schedule_jobs()");
    const scheduled = await query("select jobname, command from cron.job order by jobname");
    expect(scheduled).toEqual(
      [...JOBS, "forget-job-log"].sort().map((jobname) => ({
        jobname,
        command:
          jobname === "forget-job-log"
            ? "delete from cron.job_run_details where end_time < now() - interval '7 days'"
            : `select private.call_job('${jobname}')`,
      })),
    );
  });

  test("a job that a later migration adds is scheduled, and a job that it removes is unscheduled", async () => {
    await query(`insert into private.jobs (name, schedule, embedded_pause, timeout, late_after)
      values ('new-job', '0 4 * * *', interval '1 day', interval '2 minutes', interval '2 days')`);
    const schedule = () => query("select schedule from cron.job where jobname = 'new-job'");
    expect(await schedule()).toEqual([{ schedule: "0 4 * * *" }]);
    await query("delete from private.jobs where name = 'new-job'");
    expect(await schedule()).toEqual([]);
    expect(await query("select count(*)::integer as count from cron.job")).toEqual([
      { count: JOBS.length + 1 },
    ]);
  });

  test("a call without the secrets in the vault fails with an error that names them", async () => {
    await expect(query("select private.call_job('reconcile-payments')")).rejects.toThrow(
      "the vault needs the secrets functions_url and secret_key",
    );
  });

  test("a job is called with the secret key and a timeout longer than its longest run", async () => {
    await query(`insert into vault.decrypted_secrets values
      ('functions_url', 'https://project.supabase.co/functions/v1'), ('secret_key', 'sb_secret_x')`);
    expect(await query("select private.call_job('reconcile-payments') as id")).toEqual([{ id: 7 }]);
    expect(await query("select * from net.requests")).toEqual([
      {
        url: "https://project.supabase.co/functions/v1/reconcile-payments",
        headers: { apikey: "sb_secret_x" },
        timeout_milliseconds: 120_000,
      },
    ]);
  });

  test.each(["deliver-mail", "delete-due-accounts", "issue-missed-certificates"])(
    "%s is not called when it has nothing to do, but is recorded as run",
    async (job) => {
      await query("delete from net.requests");
      for (const each of JOBS) await query(`select public.record_job_run('${each}', true)`);
      await query(
        `update private.job_runs set last_success_at = now() - interval '1 day' where job = '${job}'`,
      );
      expect(await query("select job from public.late_jobs()")).toEqual([{ job }]);
      expect(await query(`select private.call_job('${job}') as id`)).toEqual([{ id: null }]);
      expect(await query("select * from net.requests")).toEqual([]);
      expect(await query("select job from public.late_jobs()")).toEqual([]);
    },
  );

  test("watch-operations is called every five minutes, whether or not anything waits", async () => {
    await query("delete from net.requests");
    await query("select private.schedule_jobs()");
    expect(await query("select schedule from cron.job where jobname = 'watch-operations'")).toEqual([
      { schedule: "*/5 * * * *" },
    ]);
    expect(await query("select private.call_job('watch-operations') as id")).toEqual([{ id: 7 }]);
  });

  test("deliver-mail runs when an email is due", async () => {
    await query(
      `insert into public.mail_queue (kind, dedupe_key, recipient) values ('welcome', 'x', 'a@example.org')`,
    );
    expect(await query("select private.call_job('deliver-mail') as id")).toEqual([{ id: 7 }]);
  });
});

test("a job is late if it has never run or has not run recently, and a failed run does not count", async () => {
  await query("delete from private.job_runs");
  expect(await query("select job from public.late_jobs()")).toEqual(JOBS.map((job) => ({ job })));
  for (const job of JOBS) await query(`select public.record_job_run('${job}', true)`);
  expect(await query("select job from public.late_jobs()")).toEqual([]);
  await query("update private.job_runs set last_success_at = now() - interval '11 minutes'");
  await query("select public.record_job_run('deliver-mail', false)");
  const late = await query("select job, last_failure_at is not null as has_failed from public.late_jobs()");
  expect(late).toEqual([{ job: "deliver-mail", has_failed: true }]);
  await query("select public.record_job_run('deliver-mail', true)");
  expect(await query("select job from public.late_jobs()")).toEqual([]);
});

test("a run of a job that does not exist is not recorded", async () => {
  await query("select public.record_job_run('no-such-job', true)");
  expect(await query("select 1 from private.job_runs where job = 'no-such-job'")).toEqual([]);
});
