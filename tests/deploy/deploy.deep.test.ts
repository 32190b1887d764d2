import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { COURSE_ID, LESSON_IDS } from "../../src/domain/ids.ts";
import { compileCourse } from "../../tools/content/readCourse.ts";
import { type HostedServices, startHostedServices } from "../replica/replica.ts";
import { serveSite } from "../replica/site.ts";
import { requireChromium } from "../support/programs.ts";
import { attemptRow, outcomes, progressRow } from "../support/sentRows.ts";
import { payOnHostedPage } from "../support/server/hostedPage.ts";
import { REF, type StandIn, startManagementStandIn, TOKEN } from "./managementStandIn.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** A first deployment pushes all migrations, bundles all functions and builds the site. */
const DEPLOY_TIMEOUT_MS = 480_000;
const JOBS_PAUSE_MS = 2_000;
const PROVIDER = "office@academy-site.org";
/** Compiled before the first connection: this stops the process for seconds, in which servers end idle ones. */
const packs = new Map(compileCourse(join(ROOT, "content")).packs.map((pack) => [pack.lessonId, pack]));
const [BASELINE = ""] = readdirSync(join(ROOT, "supabase", "migrations")).sort();

const folder = mkdtempSync(join(tmpdir(), "academy-deployment-"));
const settingsFile = join(folder, "staging.env");
const closers: (() => Promise<unknown> | unknown)[] = [];
let services: HostedServices;
let management: StandIn;
let stopJobs: () => Promise<void>;
let mails: Awaited<ReturnType<typeof startMailApi>>;

beforeAll(async () => {
  services = await startHostedServices({ hasWebhook: false });
  closers.push(services.close);
  const { api, database, siteUrl, sitePort, stripeUrl } = services;
  mails = await startMailApi();
  closers.push(mails.stop);
  const pool = new Pool({ connectionString: database.url, max: 2 });
  closers.push(() => pool.end());
  management = await startManagementStandIn({
    query: async (sql, parameters) => (await pool.query(sql, parameters)).rows,
    keys: { publishable: api.keys.publishableKey, secret: api.keys.secretKey },
    onFunctions: serveUploaded,
  });
  closers.push(management.stop);

  const web = join(folder, "web");
  for (const part of ["site", "host"]) mkdirSync(join(web, part), { recursive: true });
  writeFileSync(join(web, "host", "nginx.conf"), "");
  const nginx = await serveSite(web, sitePort);
  closers.push(nginx.close);

  writeSettings({
    SITE_URL: siteUrl,
    SUPABASE_PROJECT_REF: REF,
    SUPABASE_ACCESS_TOKEN: TOKEN,
    SUPABASE_DB_PASSWORD: "not used with an address of the database",
    STRIPE_SECRET_KEY: api.keys.stripeSecretKey,
    MAIL_FROM: "The Academy <hello@academy-site.org>",
    PROVIDER_EMAIL: PROVIDER,
    CERTIFICATE_KEY: api.keys.certificateKey,
    UPLOAD_COMMAND: `cp -r {site}/. ${web}/site && cp {host}/nginx.conf ${web}/host && kill -HUP ${nginx.pid}`,
    RESEND_API_KEY: "re_rehearsal",
    MAIL_API_URL: mails.url,
    STRIPE_API_URL: stripeUrl,
    SUPABASE_MANAGEMENT_URL: management.url,
    SUPABASE_URL: api.url,
    SUPABASE_DB_URL: database.url,
  });
  stopJobs = startJobs(api.url, api.keys.secretKey);
  closers.push(() => stopJobs());
}, DEPLOY_TIMEOUT_MS);

afterAll(async () => {
  for (const close of closers.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

describe("npm run deploy, from an empty project", () => {
  it(
    "shows what it would do and changes nothing in a dry run",
    async () => {
      const { code, output } = await deploy("--dry-run");
      expect(output).toContain(`Would apply ${BASELINE}`);
      expect(output).toMatch(/Would deploy \d+ functions/);
      expect(output).toContain("This was a dry run.");
      expect(code).toBe(0);
      expect(management.changes).toEqual([]);
      expect(management.functions.size).toBe(0);
    },
    DEPLOY_TIMEOUT_MS,
  );

  it(
    "stops and says what to do when the network fails halfway, and finishes on the next run, including a purchase",
    async () => {
      management.faults.set("POST /functions/deploy", null);
      const first = await deploy();
      expect(first.output).toContain('Stopped at step 7, "Server functions".');
      expect(first.code).toBe(1);
      management.faults.clear();

      const { code, output } = await deploy();
      expect(output).toMatch(/1\/9 Database\n {2}Nothing to change\./);
      for (const check of [
        "The site",
        "The webhook",
        "The scheduled jobs",
        "The callers' addresses",
        "A contact message",
        "A purchase",
      ])
        expect(output).toContain(`✓ ${check}`);
      expect(code, output).toBe(0);
      expect(readFileSync(settingsFile, "utf8")).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_/m);
    },
    DEPLOY_TIMEOUT_MS * 2,
  );

  it("leaves no order, account or message from its check behind", async () => {
    const { backend } = services.api;
    for (const table of ["public.orders", "auth.users", "public.contact_messages"])
      expect(await backend.query(`select count(*)::int as count from ${table}`), table).toEqual([
        { count: 0 },
      ]);
    const mails = await backend.query<{ kind: string }>("select kind from public.mail_queue");
    // watch-operations reports that no job had run before the first deployment.
    expect(mails.filter(({ kind }) => !kind.startsWith("problem"))).toEqual([]);
  });

  it(
    "deploys an academy in which a course can be bought in a browser, studied and certified",
    async () => {
      const learner = newLearner();
      await buyInBrowser(learner);
      const certificate = await studyAndCertify(learner);
      const reply = await fetch(`${services.api.url}/functions/v1/verify-certificate?id=${certificate}`);
      expect(await reply.json()).toMatchObject({ status: "valid", holderName: "Ada Byron" });
    },
    DEPLOY_TIMEOUT_MS,
  );

  it(
    "changes nothing when it is run again",
    async () => {
      management.changes.length = 0;
      const { code, output } = await deploy("--without-check");
      expect(output.match(/Nothing to change\./g)).toHaveLength(9);
      expect(output).toContain("Nothing had to change.");
      expect(code).toBe(0);
      expect(management.changes).toEqual([]);
    },
    DEPLOY_TIMEOUT_MS,
  );

  it(
    "leaves a deployment in which the doctor finds nothing wrong",
    async () => {
      expect(await doctor()).toEqual({ code: 0, output: "✓ Nothing is wrong with staging.\n" });
    },
    DEPLOY_TIMEOUT_MS,
  );

  it(
    "is recommended by the doctor, and repairs the deployment, after a secret was changed and a function deleted in the dashboard",
    async () => {
      management.secrets.set("PROVIDER_EMAIL", "someone-else@academy-site.org");
      management.functions.delete("certificate-issuer");
      const { code, output } = await doctor();
      expect(output).toContain("a deployment would set PROVIDER_EMAIL");
      expect(output).toMatch(/a deployment would deploy \d+ functions/);
      expect(code).toBe(1);
      expect((await deploy("--without-check")).output).toContain("Made 2 change(s).");
    },
    DEPLOY_TIMEOUT_MS,
  );

  it(
    "refuses a migration that was edited after it was applied",
    async () => {
      await services.api.backend.query(
        "update supabase_migrations.schema_migrations set statements[1] = 'select 1' where version = $1",
        [BASELINE.split("_")[0]],
      );
      const { code, output } = await deploy("--without-check");
      expect(output).toContain(`${BASELINE} differs from what was applied to the database.`);
      expect(code).toBe(1);
    },
    DEPLOY_TIMEOUT_MS,
  );
});

/** Runs a command, and pays on the page that the check of a deployment shows. */
const deploy = (...options: string[]) => runTool("deploy.ts", ...options);
const doctor = () => runTool("doctor.ts");

function runTool(tool: string, ...options: string[]): Promise<Ended> {
  let isPaid = false;
  return run(
    [join(ROOT, "tools", tool), "--to", "staging", ...options],
    { ACADEMY_DEPLOY_SETTINGS: settingsFile },
    (output) => {
      const [page] = /http:\S+\/pay\/cs_\S+(?=\n)/.exec(output) ?? [];
      if (!page || isPaid) return;
      isPaid = true;
      void payOnHostedPage(page);
    },
  );
}

type Ended = { code: number | null; output: string };

/** Runs a program under Node, and calls `onOutput` with all its output whenever there is more. */
function run(
  args: readonly string[],
  env: Record<string, string | undefined>,
  onOutput: (output: string) => void = () => undefined,
): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    // Without what the runner of this test has set.
    env: { ...process.env, NODE_ENV: undefined, VITEST: undefined, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      output += part;
      onOutput(output);
    });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

async function serveUploaded(): Promise<void> {
  if (management.functions.size === 0) return;
  const bundles = join(folder, "functions");
  for (const [name, { code }] of management.functions) {
    mkdirSync(join(bundles, name), { recursive: true });
    writeFileSync(join(bundles, name, "index.js"), code);
  }
  await services.api.serveBundles(
    bundles,
    [...management.functions.keys()],
    Object.fromEntries(management.secrets),
  );
}

/** Calls every job as pg_cron would, but more often. Returns a function that stops this. */
function startJobs(url: string, secretKey: string): () => Promise<void> {
  let isStopped = false;
  const callAll = async () => {
    // Before the migrations there are no jobs.
    const found = await services.api.backend
      .query<{ name: string }>("select name from private.jobs")
      .catch(() => []);
    const jobs = new Set(found.map(({ name }) => name));
    for (const name of management.functions.keys())
      if (jobs.has(name))
        await fetch(`${url}/functions/v1/${name}`, { method: "POST", headers: { apikey: secretKey } })
          .then((reply) => reply.arrayBuffer())
          // The functions are being replaced. The next call reaches the new ones.
          .catch(() => undefined);
  };
  const work = (async () => {
    while (!isStopped) {
      await callAll();
      await pause(JOBS_PAUSE_MS);
    }
  })();
  return async () => {
    isStopped = true;
    await work;
  };
}

const mailSchema = z.object({
  to: z.union([z.string(), z.array(z.string())]),
  subject: z.string(),
  text: z.string(),
});

/** The part of Resend's API that the academy uses. GET returns the emails. */
async function startMailApi() {
  const received: z.infer<typeof mailSchema>[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === "GET") {
      const mails = received.map((mail) => ({ ...mail, to: [mail.to].flat().join() }));
      return void response.end(JSON.stringify(mails));
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push(mailSchema.parse(JSON.parse(Buffer.concat(chunks).toString())));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ id: randomUUID() }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // `address()` is a pipe name or null only for a server that does not listen on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

type Learner = { email: string; password: string };

/** A second try cannot buy for the account of the first. */
const newLearner = (): Learner => ({
  email: `ada-${randomUUID()}@mail.example`,
  password: "a much better pass phrase",
});

/** On the uploaded site behind nginx, with the deployed functions. */
async function buyInBrowser(learner: Learner): Promise<void> {
  const deployed = { url: services.siteUrl, mails: mails.url, ...learner };
  const cli = join(ROOT, "node_modules", "@playwright", "test", "cli.js");
  const { code, output } = await run([cli, "test", "--reporter=line", "--retries=0"], {
    ACADEMY_DEPLOYED: JSON.stringify(deployed),
    CHROME_PATH: requireChromium(),
  });
  expect(code, output).toBe(0);
}

async function studyAndCertify(account: Learner): Promise<string> {
  const { api } = services;
  const learner = createClient(api.url, api.keys.publishableKey, { auth: { persistSession: false } });
  const { data, error } = await learner.auth.signInWithPassword(account);
  expect(error).toBeNull();

  const now = new Date().toISOString();
  const rows = LESSON_IDS.flatMap((lessonId) => {
    const answers = packs.get(lessonId)?.quiz.questions.map(({ correctAnswer }) => correctAnswer) ?? [];
    return [attemptRow(lessonId, { answers, takenAt: now }), progressRow(lessonId, now)];
  });
  expect(new Set(await outcomes(learner, rows))).toEqual(new Set(["ok"]));
  const reply = await fetch(`${api.url}/functions/v1/issue-certificate`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${data.session?.access_token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ courseId: COURSE_ID, holderName: "Ada Byron" }),
  });
  const text = await reply.text();
  expect(reply.status, text).toBe(200);
  return z.object({ certificate: z.object({ id: z.string() }) }).parse(JSON.parse(text)).certificate.id;
}

function writeSettings(values: Record<string, string>): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  writeFileSync(settingsFile, lines.join(""), { mode: 0o600 });
}
