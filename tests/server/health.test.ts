import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LOCAL_PUBLISHABLE_KEY } from "../../server/dataFolder.ts";
import { startTestAcademy, type TestAcademy } from "../support/server/academy.ts";

const OPERATOR = "operator@academy.example";

let academy: TestAcademy;
beforeAll(async () => {
  process.env.OPERATIONS_EMAIL = OPERATOR;
  academy = await startTestAcademy();
});
afterAll(async () => {
  delete process.env.OPERATIONS_EMAIL;
  await academy.close();
});

const query = (sql: string) => academy.backend.query(sql);
/** No timers run in this academy, as when pg_cron stands still. */
const miss = (job: string) =>
  query(`update private.job_runs set last_success_at = now() - interval '1 day' where job = '${job}'`);

beforeEach(async () => {
  academy.setMailServerDown(false);
  await query("delete from public.mail_queue");
  await query("delete from private.problems");
  await query("select public.record_job_run(name, true) from private.jobs");
  await query(`insert into private.retention_runs select name, now() from private.retention_rules
    where statement is not null on conflict (rule) do update set finished_at = now()`);
});

async function health(headers: Record<string, string> = {}, method = "GET") {
  const reply = await fetch(`${academy.url}/functions/v1/health`, { method, headers });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, text, body: text && JSON.parse(text) };
}

describe("the health function", () => {
  it("answers ok to any caller, without a body for HEAD, and is never cached", async () => {
    const { status, body, headers } = await health();
    expect([status, body]).toEqual([200, { status: "ok" }]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(await health({}, "HEAD")).toMatchObject({ status: 200, text: "" });
  });

  it("answers 503 with codes only, to visitors and with the publishable key, when a job has missed its runs", async () => {
    await miss("deliver-mail");
    for (const apikey of ["", LOCAL_PUBLISHABLE_KEY, "sb_secret_of_nobody"]) {
      const { status, body } = await health(apikey ? { apikey } : {});
      expect([status, body]).toEqual([503, { status: "late", problems: ["jobs"] }]);
    }
    expect((await health({}, "HEAD")).status).toBe(503);
  });

  it("gives a caller with the secret key every figure, and the meaning and first remedy of each problem", async () => {
    const quiet = await health({ apikey: academy.secretKey });
    expect(quiet).toMatchObject({ status: 200, body: { status: "ok", problems: [], details: [] } });
    expect(quiet.body.figures).toMatchObject({ late_jobs: [], largest_tables: expect.any(Array) });
    expect(quiet.body.addressSource).toEqual({ header: "x-forwarded-for", isExpected: true });
    await miss("apply-retention");
    const { status, body } = await health({ apikey: academy.secretKey });
    expect([status, body.problems, body.figures.late_jobs]).toEqual([503, ["jobs"], ["apply-retention"]]);
    expect(body.details).toEqual([
      {
        ...{ code: "jobs", figure: "late_jobs", most: 0, value: ["apply-retention"] },
        ...{ means: expect.stringContaining("A job has not run"), first: expect.any(String) },
      },
    ]);
  });

  it("reports the mail queue when the mail server is down, which no email could report", async () => {
    academy.setMailServerDown(true);
    await query(`insert into public.mail_queue (kind, dedupe_key, recipient, created_at)
      values ('recovery_code_used', 'old', 'ada@mail.example', now() - interval '1 hour')`);
    await academy.call("deliver-mail", {}, { apikey: academy.secretKey });
    expect((await health()).body).toEqual({ status: "late", problems: ["mail"] });
  });
});

describe("the watch-operations function", () => {
  const watch = () => academy.call("watch-operations", {}, { apikey: academy.secretKey });
  async function mails() {
    await academy.call("deliver-mail", {}, { apikey: academy.secretKey });
    return academy.mails().filter(({ to }) => to === OPERATOR);
  }

  it("emails the operator once when a run is missed, and once when the job runs again", async () => {
    await miss("issue-missed-certificates");
    expect((await watch()).body).toEqual({ problems: 1, started: 1, ended: 0 });
    expect((await watch()).body).toEqual({ problems: 1, started: 0, ended: 0 });
    const [start, ...others] = await mails();
    expect(others).toEqual([]);
    expect(start?.subject).toBe("Problem: jobs");
    expect(start?.text).toContain("late_jobs: issue-missed-certificates\nReported above: 0");
    expect(start?.text).toContain("First: Read the job's log");

    await academy.call("issue-missed-certificates", {}, { apikey: academy.secretKey });
    expect((await watch()).body).toEqual({ problems: 0, started: 0, ended: 1 });
    expect((await mails()).map(({ subject }) => subject)).toEqual(["Over: jobs", "Problem: jobs"]);
  });

  it("is itself reported by the health function when it does not run", async () => {
    await miss("watch-operations");
    expect((await health({ apikey: academy.secretKey })).body.figures.late_jobs).toEqual([
      "watch-operations",
    ]);
  });
});
