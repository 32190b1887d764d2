import "fake-indexeddb/auto";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStoredDatabase } from "@academy/local-supabase";
import { startStripeSimulator } from "@academy/stripe-simulator";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { loadSecrets } from "../../server/dataFolder.ts";
import { COURSE_ID, LESSON_IDS, requireUserId } from "../../src/domain/ids.ts";
import { UNIVERSITY_HEADER } from "../../src/domain/sales/studentIdFile.ts";
import { publishCourse } from "../../tools/content/publish/publishCourse.ts";
import { supabaseStore } from "../../tools/content/publish/supabaseStore.ts";
import { compileCourse } from "../../tools/content/readCourse.ts";
import { type Device, makeDevice, stateOf, unsentOf } from "../faults/device.ts";
import { pushMigrations } from "../replica/cli.ts";
import { type HostedServices, startHostedServices } from "../replica/replica.ts";
import { type AcademyProcess, startAcademyProcess } from "../support/academyProcess.ts";
import { signUpAt } from "../support/createAccount.ts";
import { eventually } from "../support/eventually.ts";
import { payOnHostedPage } from "../support/hostedPage.ts";
import {
  attemptRow,
  contentsOf,
  fieldRow,
  noteRow,
  outcomes,
  progressRow,
  pull,
} from "../support/sentRows.ts";
import { JPEGS } from "../support/studentIds.ts";
import { REF, type StandIn, startManagementStandIn, TOKEN } from "./managementStandIn.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Two installations start, one of them twice. */
const SETUP_TIMEOUT_MS = 600_000;
const MOVE_TIMEOUT_MS = 240_000;
const ADA = { email: "ada@mail.example", password: "a much better pass phrase" };
const BEN = { email: "ben@mail.example", password: "another pass phrase of his" };
const CLEO = { email: "cleo@mail.example", password: "a pass phrase beside a key" };

const work = mkdtempSync(join(tmpdir(), "academy-move-"));
const content = join(work, "content");
const closers: (() => Promise<unknown> | unknown)[] = [];
let academy: AcademyProcess;
let services: HostedServices;
let management: StandIn;
let pool: Pool;
/** The account at the payment provider that the orders were made with. */
let stripe: { url: string; key: string };
let before: Awaited<ReturnType<typeof readLearner>>;
let phone: Device;
let laptop: Device;
let certificate: { id: string; credential: string };
let totpSecret: string;

beforeAll(async () => {
  cpSync(join(ROOT, "content"), content, { recursive: true });
  academy = await startAcademyProcess({ ACADEMY_CONTENT: content });
  closers.push(() => academy.dispose());
  await fillAcademy();

  services = await startHostedServices({ hasWebhook: false });
  closers.push(services.close);
  const { api, database } = services;
  await pushMigrations(database.url);
  pool = new Pool({ connectionString: database.url, max: 2 });
  closers.push(() => pool.end());
  management = await startManagementStandIn({
    query: async (sql, parameters) => (await pool.query(sql, parameters)).rows,
    keys: { publishable: api.keys.publishableKey, secret: api.keys.secretKey },
  });
  closers.push(management.stop);
  const admin = createClient(api.url, api.keys.secretKey, { auth: { persistSession: false } });
  await publishCourse(compileCourse(join(ROOT, "content")).packs, supabaseStore(admin));
}, SETUP_TIMEOUT_MS);

afterAll(async () => {
  for (const close of closers.reverse()) await close();
  rmSync(work, { recursive: true, force: true });
});

describe("npm run deploy:move", () => {
  it("refuses a data folder while its server is running", async () => {
    const { code, output } = await move();
    expect(output).toContain(`The data folder ${academy.folder} is in use by another process`);
    expect(code).toBe(1);
  });

  it(
    "refuses orders that the project's payment account does not know, such as those of the simulator",
    async () => {
      await academy.stop();
      await addWhatTheServerCannot();
      await openOldAccount();
      const { code, output } = await move("--dry-run");
      expect(output).toContain("does not know 1 of 1 order(s)");
      expect(output).toContain("--without-orders");
      expect(code).toBe(1);
    },
    MOVE_TIMEOUT_MS,
  );

  it(
    "moves accounts and their work alone when asked to leave orders behind",
    async () => {
      const { code, output } = await move("--without-orders");
      expect(code, output).toBe(0);
      expect(output).toContain("Orders, student IDs, access and certificates stay behind.");
      expect(await count("public.course_progress")).toBe(LESSON_IDS.length);
      for (const table of [
        "public.orders",
        "public.course_enrollments",
        "public.certificates",
        "storage.objects",
      ])
        expect(await count(table), table).toBe(0);
      await pool.query("delete from auth.users");
    },
    MOVE_TIMEOUT_MS,
  );

  it(
    "counts everything in a dry run, says what stays behind, and changes nothing",
    async () => {
      useOldAccount();
      const { code, output } = await move("--dry-run");
      expect(code, output).toBe(0);
      expect(output).toContain("auth.users: 3\n");
      expect(output).toContain(`public.course_progress: ${LESSON_IDS.length}\n`);
      expect(output).toContain("public.orders: 1\n");
      expect(output).toContain("1 passkey(s) stay behind");
      expect(output).toContain("1 account(s) sign in with google, which the settings do not configure.");
      expect(output).toContain(`1 certificate(s) name ${academy.url}/functions/v1/certificate-issuer`);
      expect(output).toContain("This was a dry run.");
      expect(await count("auth.users")).toBe(0);
      expect(management.changes).toEqual([]);
    },
    MOVE_TIMEOUT_MS,
  );

  it(
    "refuses a project with other learners",
    async () => {
      const admin = createClient(services.api.url, services.api.keys.secretKey);
      const { data } = await admin.auth.admin.createUser({
        email: "dan@mail.example",
        password: "pass phrase 1",
      });
      const { code, output } = await move();
      expect(output).toContain("learners or orders that are not from this data folder");
      expect(code).toBe(1);
      expect(await count("auth.users")).toBe(1);
      await admin.auth.admin.deleteUser(data.user?.id ?? "");
    },
    MOVE_TIMEOUT_MS,
  );

  it(
    "refuses a project with other migrations",
    async () => {
      const { rows } = await pool.query(
        "delete from supabase_migrations.schema_migrations where version = (select max(version) from supabase_migrations.schema_migrations) returning version, name, statements",
      );
      expect((await move()).output).toContain("The project lacks migrations of this checkout");
      await pool.query(
        "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)",
        [rows[0].version, rows[0].name, rows[0].statements],
      );
    },
    MOVE_TIMEOUT_MS,
  );

  it(
    "changes nothing when it fails in the middle",
    async () => {
      const [mail] = await queryFolder<{ dedupe_key: string }>(
        "select dedupe_key from public.mail_queue where order_id is not null limit 1",
      );
      await pool.query(
        "insert into public.mail_queue (kind, dedupe_key, recipient) values ('receipt', $1, '')",
        [mail?.dedupe_key],
      );
      const { code, output } = await move();
      expect(output).toContain("mail_queue_dedupe_key_key");
      expect(code).toBe(1);
      for (const table of ["auth.users", "public.orders", "storage.objects"])
        expect(await count(table), table).toBe(0);
      expect((await pool.query("select to_regnamespace('move') as schema")).rows).toEqual([{ schema: null }]);
      await pool.query("delete from public.mail_queue");
    },
    MOVE_TIMEOUT_MS,
  );

  it(
    "moves everything, and sends no email",
    async () => {
      const { code, output } = await move();
      expect(code, output).toBe(0);
      expect(output).toMatch(/Moved \d+ row\(s\) and 1 file\(s\), and compared each table and file\./);
      expect(await count("auth.users")).toBe(3);
      const [queued] = await queryFolder<{ count: number }>(
        "select count(*)::int as count from public.mail_queue where kind not like 'problem%'",
      );
      expect(await count("public.mail_queue")).toBe(queued?.count);
    },
    MOVE_TIMEOUT_MS,
  );

  it("writes accounts in the form that GoTrue reads", async () => {
    const { rows } = await pool.query(
      `select distinct instance_id, confirmation_token, recovery_token, email_change, email_change_token_new,
         encrypted_password ~ '^[$]2[ab][$]10[$]' as is_bcrypt, aud, role from auth.users`,
    );
    expect(rows).toEqual([
      {
        instance_id: "00000000-0000-0000-0000-000000000000",
        confirmation_token: "",
        recovery_token: "",
        email_change: "",
        email_change_token_new: "",
        is_bcrypt: true,
        aud: "authenticated",
        role: "authenticated",
      },
    ]);
  });

  it("lets a learner sign in with the same password and see the same data, under the same revisions and epoch", async () => {
    const learner = await signIn(ADA);
    expect(await readLearner(learner)).toEqual(before);
    expect(contentsOf(before.pull, "progress")).toHaveLength(LESSON_IDS.length);
    expect(before.orders).toHaveLength(1);
    expect(before.enrollment).toMatchObject({ status: "active", tier: "student" });
  });

  it("keeps an authenticator app as second factor, with its recovery codes", async () => {
    const learner = await signIn(BEN);
    const { data } = await learner.auth.mfa.listFactors();
    const [factor] = data?.totp ?? [];
    const code = new TOTP({ secret: totpSecret }).generate();
    expect(await learner.rpc("recovery_codes_left")).toMatchObject({ status: 403 });
    const passed = await learner.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? "", code });
    expect(passed.error).toBeNull();
    expect(await learner.rpc("recovery_codes_left")).toMatchObject({ data: 10 });
  });

  it("leaves a passkey behind, and the recovery codes that came with it", async () => {
    const learner = await signIn(CLEO);
    expect((await learner.auth.mfa.listFactors()).data?.all).toEqual([]);
    expect(await learner.rpc("recovery_codes_left")).toMatchObject({ data: 0 });
  });

  it("moves the file of a student ID", async () => {
    const [path = ""] = await studentIdFiles();
    const folder = await openStoredDatabase(academy.folder);
    const original = await folder.readFile("student-ids", path);
    await folder.close();
    const { data } = await bucket().download(path);
    expect(new Uint8Array((await data?.arrayBuffer()) ?? [])).toEqual(new Uint8Array(original?.bytes ?? []));
    expect(data?.type).toBe("image/jpeg");
  });

  it(
    "copies a file that an interrupted run did not copy",
    async () => {
      const [path] = await studentIdFiles();
      await bucket().remove([path ?? ""]);
      const { output } = await move();
      expect(output).toContain("Copied 1 file(s) that were missing.");
      expect(await studentIdFiles()).toEqual([path]);
    },
    MOVE_TIMEOUT_MS,
  );

  it("receives the unsent work of a device, and a device that was up to date receives it from there", async () => {
    const ada = await signIn(ADA);
    for (const device of [phone, laptop]) await connectDevice(device, ada);
    expect((await unsentOf(phone)).length).toBeGreaterThanOrEqual(3);
    expect(await phone.cycle()).toEqual({ status: "done" });
    expect(await unsentOf(phone)).toEqual([]);
    expect(await laptop.cycle()).toEqual({ status: "done" });
    const state = await stateOf(phone);
    expect(await stateOf(laptop)).toEqual(state);
    const contents = (kind: string) =>
      state.rows.filter((row) => row.kind === kind).map((row) => row.content);
    const notes = ["Synced.", "Written offline."].map((body) => expect.objectContaining({ body }));
    expect(contents("note")).toEqual(expect.arrayContaining(notes));
    expect(contents("workbook")).toEqual([{ fieldId: "l02-check", value: "Changed offline." }]);
    expect(contents("attempt")).toHaveLength(LESSON_IDS.length + 1);
    const [clock] = (
      await pool.query("select epoch from public.sync_clock where user_id = $1", [phone.ports.userId])
    ).rows;
    expect(clock).toEqual({ epoch: before.pull.epoch });
  });

  it("keeps the versions of lessons that devices have", async () => {
    const { rows } = await pool.query(
      `select (select version from public.lessons where lesson_id = '1'),
         (select array_agg(version order by version) from public.lesson_answer_keys where lesson_id = '1') as keys`,
    );
    expect(rows).toEqual([{ version: 2, keys: [1, 2] }]);
  });

  it(
    "keeps certificates valid, with the public key that signed them, although new ones are signed with another key",
    async () => {
      const { api, functionSecrets } = services;
      await api.serveFunctions({
        ...functionSecrets,
        STRIPE_SECRET_KEY: stripe.key,
        STRIPE_API_URL: stripe.url,
      });
      const verified = await fetch(`${api.url}/functions/v1/verify-certificate?id=${certificate.id}`);
      expect(await verified.json()).toMatchObject({ status: "valid", holderName: "Ada Obi" });
      const [key] = /z6Mk\w+/.exec(certificate.credential) ?? [];
      const issuer = await fetch(`${api.url}/functions/v1/certificate-issuer`);
      expect(await issuer.text()).toContain(key);
    },
    MOVE_TIMEOUT_MS,
  );

  it(
    "changes nothing when it is run again, also after the project has been used",
    async () => {
      const state = await stateOfProject();
      const { code, output } = await move();
      expect(output).toContain(
        "Everything in this data folder is in the project already. Nothing was changed.",
      );
      expect(code).toBe(0);
      expect(await stateOfProject()).toEqual(state);
    },
    MOVE_TIMEOUT_MS,
  );

  it(
    "refuses a folder that was used again after the move",
    async () => {
      await queryFolder("update public.sync_clock set rev = rev + 1000");
      const { code, output } = await move();
      expect(output).toContain("or the folder has been used since it was moved");
      expect(code).toBe(1);
    },
    MOVE_TIMEOUT_MS,
  );
});

/** A buyer who completed the course, with two devices, and a learner with a second factor. */
async function fillAcademy(): Promise<void> {
  // Before any request: it takes longer than the server keeps an idle connection open.
  const packs = new Map(compileCourse(content).packs.map((pack) => [pack.lessonId, pack]));
  const { ref = "" } = await post("upload-student-id", JPEGS.baseline, { [UNIVERSITY_HEADER]: "Accra" });
  const { url = "" } = await post("create-guest-checkout", {
    ...{ firstName: "Ada", lastName: "Obi", email: ADA.email, country: "", phone: "" },
    ...{ priceId: "academy_student_full", courseType: "student", studentIdRef: ref },
    ...{ termsAccepted: true, immediateSupply: true },
  });
  await payOnHostedPage(url);
  const temporary = await eventually(async () => {
    const mail = (await academy.mails()).find(
      ({ to, subject }) => to === ADA.email && /sign-in details/.test(subject),
    );
    const [, found] = /[Pp]assword:?\s+(\S+)/.exec(mail?.text ?? "") ?? [];
    if (!found) throw new Error("the email with the password has not arrived");
    return found;
  });
  const ada = await signIn({ email: ADA.email, password: temporary });
  expect((await ada.auth.updateUser({ password: ADA.password, data: {} })).error).toBeNull();
  const { data } = await ada.auth.refreshSession();
  const token = data.session?.access_token ?? "";

  const now = new Date().toISOString();
  const rows = LESSON_IDS.flatMap((lessonId) => {
    const answers = packs.get(lessonId)?.quiz.questions.map(({ correctAnswer }) => correctAnswer) ?? [];
    return [attemptRow(lessonId, { answers, takenAt: now }), progressRow(lessonId, now)];
  });
  const more = [fieldRow("l02-check", "Synced.", now), noteRow("1", "Synced.", {}, now)];
  expect(new Set(await outcomes(ada, [...rows, ...more]))).toEqual(new Set(["ok"]));
  certificate = z
    .object({ certificate: z.object({ id: z.string(), credential: z.string() }) })
    .parse(
      await post(
        "issue-certificate",
        { courseId: COURSE_ID, holderName: "Ada Obi" },
        { authorization: `Bearer ${token}` },
      ),
    ).certificate;

  // A new version of a lesson.
  appendFileSync(join(content, "lessons", "01-what-ai-is", "lesson.md"), "\nOne more sentence.\n");
  await academy.stop();
  await academy.restart();

  const userId = requireUserId(data.user?.id ?? "");
  [phone, laptop] = [
    makeDevice(userId, fetch, { nowMs: Date.now() }),
    makeDevice(userId, fetch, { nowMs: Date.now() }),
  ];
  for (const device of [phone, laptop]) {
    await connectDevice(device, ada);
    expect(await device.cycle()).toEqual({ status: "done" });
  }
  before = await readLearner(ada);
  await phone.write("l02-check", "Changed offline.");
  await phone.note(randomUUID(), "Written offline.");
  await phone.submit("3", [0, 0, 0, 0, 0]);

  for (const person of [BEN, CLEO]) await signUpAt(academy.url, person);
  const ben = await signIn(BEN);
  const { data: factor } = await ben.auth.mfa.enroll({ factorType: "totp", friendlyName: "App" });
  totpSecret = factor?.totp.secret ?? "";
  const code = new TOTP({ secret: totpSecret }).generate();
  expect((await ben.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? "", code })).error).toBeNull();
  expect((await ben.rpc("create_recovery_codes")).data).toHaveLength(10);
}

/** A passkey needs a browser, and an account with Google needs Google. */
async function addWhatTheServerCannot(): Promise<void> {
  await queryFolder(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, web_authn_credential)
     select id, 'Laptop', 'webauthn', 'verified', '{"id": "a"}' from auth.users where email = $1`,
    [CLEO.email],
  );
  await queryFolder(
    "insert into public.recovery_codes (user_id, code_hash) select id, repeat('a', 64) from auth.users where email = $1",
    [CLEO.email],
  );
  await queryFolder(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     select gen_random_uuid(), 'google', '1234', id, '{"sub": "1234"}' from auth.users where email = $1`,
    [CLEO.email],
  );
}

/** The simulator with the orders of the folder, as the account that they were made with. */
async function openOldAccount(): Promise<void> {
  const dataFile = join(work, "stripe.json");
  copyFileSync(join(academy.folder, "stripe.json"), dataFile);
  const key = loadSecrets(academy.folder).stripeSecretKey;
  const simulator = await startStripeSimulator({
    ...{ port: 0, host: "127.0.0.1", dataFile, secretKey: key, webhook: null, siteName: "Academy" },
  });
  closers.push(simulator.close);
  stripe = { url: simulator.url, key };
  writeSettings(services.stripeUrl, services.api.keys.stripeSecretKey);
}

const useOldAccount = () => writeSettings(stripe.url, stripe.key);
const settingsFile = join(work, "staging.env");

function writeSettings(stripeUrl: string, stripeKey: string): void {
  const { api, siteUrl, database } = services;
  const values = {
    SITE_URL: siteUrl,
    SUPABASE_PROJECT_REF: REF,
    SUPABASE_ACCESS_TOKEN: TOKEN,
    SUPABASE_DB_PASSWORD: "not used with an address of the database",
    STRIPE_SECRET_KEY: stripeKey,
    MAIL_FROM: "The Academy <hello@academy-site.org>",
    PROVIDER_EMAIL: "office@academy-site.org",
    CERTIFICATE_KEY: api.keys.certificateKey,
    UPLOAD_COMMAND: "true {site}",
    RESEND_API_KEY: "re_rehearsal",
    MAIL_API_URL: "http://127.0.0.1:9",
    STRIPE_API_URL: stripeUrl,
    SUPABASE_MANAGEMENT_URL: management.url,
    SUPABASE_URL: api.url,
    SUPABASE_DB_URL: database.url,
  };
  const lines = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  writeFileSync(settingsFile, lines.join(""), { mode: 0o600 });
}

function move(...options: string[]): Promise<{ code: number | null; output: string }> {
  if (!stripe) writeSettings(services.stripeUrl, services.api.keys.stripeSecretKey);
  const args = [join(ROOT, "tools", "moveData.ts"), "--to", "staging", "--from", academy.folder, ...options];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ACADEMY_DEPLOY_SETTINGS: settingsFile, NODE_ENV: undefined },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      output += part;
    });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

function bucket() {
  const { url, keys } = services.api;
  return createClient(url, keys.secretKey, { auth: { persistSession: false } }).storage.from("student-ids");
}

async function studentIdFiles(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select name from storage.objects join public.student_ids on path = name",
  );
  return rows.map(({ name }) => name);
}

/** Without triggers, which would reject what the test plants. */
async function queryFolder<T>(sql: string, params: unknown[] = []): Promise<T[]> {
  const folder = await openStoredDatabase(academy.folder);
  try {
    await folder.query("set session_replication_role = replica");
    return await folder.query<T>(sql, params);
  } finally {
    await folder.close();
  }
}

async function count(table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? Number.NaN;
}

/** The number of rows and the newest version of each, of every table that a move could change. */
async function stateOfProject(): Promise<unknown> {
  const { rows } = await pool.query<{ name: string }>(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('auth', 'public', 'private', 'storage') order by 1",
  );
  const own = new Set(["private.job_runs", "private.problems"]);
  const state: Record<string, unknown> = {};
  for (const { name } of rows)
    if (!own.has(name))
      state[name] = (
        await pool.query(`select count(*), md5(string_agg(t::text, '' order by t::text)) from ${name} as t`)
      ).rows;
  return state;
}

/** Of the new installation once it exists, otherwise of the old one. */
async function addresses(): Promise<{ url: string; key: string }> {
  if (services) return { url: services.api.url, key: services.api.keys.publishableKey };
  return { url: academy.url, key: (await academy.config()).publishableKey };
}

async function signIn({ email, password }: { email: string; password: string }): Promise<SupabaseClient> {
  const { url, key } = await addresses();
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const { error } = await client.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  return client;
}

/** What a learner sees. */
async function readLearner(client: SupabaseClient) {
  const read = async (table: string, columns = "*") => {
    const { data, error } = await client.from(table).select(columns);
    expect(error, table).toBeNull();
    return data;
  };
  const [enrollment] = z
    .array(z.looseObject({}))
    .parse(await read("enrollment_status", "status, reason, tier, granted_at, registered_at, user_id"));
  const { time: _, limit: __, ...page } = await pull(client, 0);
  return {
    pull: page,
    profile: await read("profiles"),
    orders: await read("orders", "id, status, tier, total_pence, paid_at"),
    payments: await read("order_payments", "id, amount_pence, paid_at"),
    certificates: await read("certificates"),
    enrollment,
  };
}

/** The device uses this address, and its learner has just signed in there. */
async function connectDevice(device: Device, learner: SupabaseClient): Promise<void> {
  const { url, key } = await addresses();
  const { data } = await learner.auth.getSession();
  Object.assign(device.ports, {
    supabaseUrl: url,
    publishableKey: key,
    now: Date.now,
    token: async () => ({ status: "ok", token: data.session?.access_token ?? "" }),
  });
}

/** Calls a server function of the embedded academy. */
async function post(
  name: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const isFile = body instanceof Uint8Array;
  const reply = await fetch(`${academy.url}/functions/v1/${name}`, {
    method: "POST",
    headers: { "content-type": isFile ? "image/jpeg" : "application/json", ...headers },
    // The files of these tests are on a plain ArrayBuffer, which BodyInit requires.
    body: isFile ? (body as BodyInit) : JSON.stringify(body),
  });
  const text = await reply.text();
  expect(reply.status, text).toBe(200);
  return JSON.parse(text) as Record<string, string>;
}
