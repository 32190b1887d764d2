import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type AcademyProcess, freePort, startAcademyProcess } from "../support/server/academyProcess.ts";
import { signUpAt } from "../support/server/createAccount.ts";
import prepareDatabase from "../support/server/preparedDatabase.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** For tests that leave it as it was: a start takes longer than most of them. */
let shared: AcademyProcess;
let academy: AcademyProcess | undefined;
let removeDatabase: (() => Promise<void>) | undefined;

beforeAll(async () => {
  removeDatabase = await prepareDatabase();
  shared = await startAcademyProcess();
});
afterAll(async () => {
  await shared.dispose();
  await removeDatabase?.();
});
afterEach(async () => {
  await academy?.dispose();
  academy = undefined;
});

/** Runs the server until it exits and returns its output. */
async function runToEnd(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ["server/main.ts"], {
    cwd: ROOT,
    env: { ...process.env, ACADEMY_LOG: "-", ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "exit");
  return { code, output };
}

const isReadableByOthers = (file: string) => (statSync(file).mode & 0o077) !== 0;

const FORWARDED: Record<string, string>[] = [
  { "x-forwarded-for": "203.0.113.7" },
  { forwarded: "for=203.0.113.7" },
  { via: "1.1 proxy" },
  { "x-forwarded-proto": "https" },
];

/** For methods and headers that `fetch` cannot send. */
async function statusOf(url: string, method: string, headers: Record<string, string>) {
  const asked = request(url, { method, headers }).end();
  const [reply] = await once(asked, "response");
  reply.resume();
  return reply.statusCode;
}

test("a restart on the same data folder keeps accounts and keys, after Ctrl-C and after a kill, and only its owner can read it", async () => {
  academy = await startAcademyProcess();
  const { supabaseUrl, publishableKey } = await academy.config();
  await signUpAt(supabaseUrl, { email: "first@example.org", password: "a-password" });
  expect(await academy.stop("SIGINT")).toBe(0);
  chmodSync(academy.folder, 0o755);
  await academy.restart();
  const names = readdirSync(academy.folder).filter((name) => name !== "postgres");
  expect(names).toEqual(expect.arrayContaining(["secrets.json", "stripe.json"]));
  for (const path of ["", ...names])
    expect([path, isReadableByOthers(join(academy.folder, path))]).toEqual([path, false]);
  await signUpAt(supabaseUrl, { email: "second@example.org", password: "a-password" });
  await academy.stop("SIGKILL");
  await academy.restart();
  const client = createClient(supabaseUrl, publishableKey, { auth: { persistSession: false } });
  for (const email of ["first@example.org", "second@example.org"]) {
    expect((await client.auth.signInWithPassword({ email, password: "a-password" })).error).toBeNull();
  }
  await client.auth.stopAutoRefresh();
});

test("the local server offers health, configuration and mailbox endpoints", async () => {
  academy = await startAcademyProcess();
  expect(academy.output.filter((line) => line.startsWith("Academy ready on"))).toEqual([
    `Academy ready on ${academy.url}`,
  ]);
  const health = await fetch(`${academy.url}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
  const config = await academy.config();
  expect(config.supabaseUrl).toBe(academy.url);
  expect(config.stripeApi).toBe(`${config.stripeDashboard}/v1`);
  expect((await fetch(config.stripeDashboard)).status).toBe(200);
  expect(await academy.mails()).toEqual([]);
  expect((await fetch(`${academy.url}/_dev/mailbox`)).headers.get("content-type")).toContain("text/html");

  // tests/support/logWatch.ts searches the log of every test that starts an academy. A leak fails the test.
  academy.output.push("sent to grace@example.org");
  await expect(academy.dispose()).rejects.toThrow("an email address: sent to grace@example.org");
  academy = undefined;
});

test("the terminal shows how to try the academy, and the log file contains every request", async () => {
  const log = join(mkdtempSync(join(tmpdir(), "academy-log-")), "academy.log");
  academy = await startAcademyProcess({ ACADEMY_LOG: log });
  const { url } = academy;
  const { stripeDashboard } = await academy.config();
  await fetch(`${url}/functions/v1/verify-certificate?id=none`);
  await vi.waitFor(() => {
    expect(readFileSync(log, "utf8")).toContain('"source":"verify-certificate"');
    expect(academy?.output.map((line) => line.split("  (")[0])).toEqual([
      `Academy ready on ${url}`,
      `  Mailbox         ${url}/_dev/mailbox`,
      `  Payments        ${stripeDashboard}`,
      "  Test card       4242 4242 4242 4242, any future date, any three digits",
      "  Discount codes  WELCOME10 (10 % off), FULL100 (100 % off)",
      `  Log             ${log}`,
    ]);
  });
  rmSync(dirname(log), { recursive: true });
});

test("a log file that cannot be written is reported once, and the academy logs to the terminal", async () => {
  academy = await startAcademyProcess({ ACADEMY_LOG: "/nowhere/academy.log" });
  const { url, output } = academy;
  await fetch(`${url}/functions/v1/verify-certificate?id=none`);
  await vi.waitFor(() => expect(output.join("\n")).toContain('"source":"verify-certificate"'));
  expect(output.filter((line) => line.includes("cannot be written"))).toHaveLength(1);
});

test("the discount codes printed at start-up work at the checkout, even after a restart", async () => {
  academy = await startAcademyProcess();
  await academy.stop("SIGINT");
  await academy.restart();
  const printed = academy.output.filter((line) => line.startsWith("  Discount codes"));
  expect(printed.at(-1)).toMatch(/ WELCOME10 \(10 % off\), FULL100 \(100 % off\)$/);
  const { supabaseUrl, publishableKey } = await academy.config();
  const check = async (code: string) => {
    const reply = await fetch(`${supabaseUrl}/functions/v1/validate-discount-code`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${publishableKey}` },
      body: JSON.stringify({ code }),
    });
    const { valid, percentOff } = (await reply.json()) as { valid: boolean; percentOff: number | null };
    return { valid, percentOff };
  };
  expect(await check("WELCOME10")).toEqual({ valid: true, percentOff: 10 });
  expect(await check("FULL100")).toEqual({ valid: true, percentOff: 100 });
});

test("every response has the strict content policy, personal responses are not cached, and a missing asset is never the app shell", async () => {
  for (const path of [
    "/",
    "/academy/dashboard",
    "/healthz",
    "/assets/gone-12345678.js",
    "/sw.js",
    "/_dev/config.json",
  ]) {
    const policy = (await fetch(`${shared.url}${path}`)).headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).not.toContain("unsafe");
  }
  const { publishableKey: apikey } = await shared.config();
  for (const path of ["/rest/v1/profiles", "/rest/v1/lessons", "/auth/v1/user"]) {
    const reply = await fetch(`${shared.url}${path}`, { headers: { apikey } });
    expect([path, reply.headers.get("cache-control")]).toEqual([path, "no-store"]);
    for (const method of ["TRACE", "PROPFIND"])
      expect([path, method, await statusOf(`${shared.url}${path}`, method, { apikey })]).toEqual([
        path,
        method,
        405,
      ]);
  }
  for (const path of ["/assets/gone-12345678.js", "/missing.png", "/_dev/nothing", "/functions/v1/nothing"]) {
    const reply = await fetch(`${shared.url}${path}`);
    expect([path, reply.status]).toEqual([path, 404]);
    expect(await reply.text()).not.toContain("<html");
  }
});

test("a server that listens beyond loopback has no development pages", async () => {
  academy = await startAcademyProcess({
    HOST: "0.0.0.0",
    STRIPE_SECRET_KEY: "sk_test_never_used",
    STRIPE_WEBHOOK_SECRET: "whsec_never_used",
    SMTP_URL: "smtp://127.0.0.1:9",
  });
  for (const path of ["/_dev/mailbox", "/_dev/mailbox.json", "/_dev/config.json"]) {
    expect([path, (await fetch(`${academy.url}${path}`)).status]).toEqual([path, 404]);
  }
});

test("the mailbox and simulator are hidden from foreign host names (DNS rebinding) and proxied requests", async () => {
  const { stripeDashboard } = await shared.config();
  const pages = ["/_dev/mailbox", "/_dev/mailbox.json", "/_dev/config.json"];
  for (const path of pages) {
    const url = `${shared.url}${path}`;
    expect([path, await statusOf(url, "GET", { host: "evil.example" })]).toEqual([path, 404]);
    for (const header of FORWARDED)
      expect([path, header, await statusOf(url, "GET", header)]).toEqual([path, header, 404]);
  }
  for (const path of ["/", "/pay/cs_test_1", "/portal/bps_1", "/invoice/in_1"])
    for (const header of [{ host: "evil.example" }, ...FORWARDED])
      expect([path, header, await statusOf(`${stripeDashboard}${path}`, "GET", header)]).toEqual([
        path,
        header,
        403,
      ]);
  expect(await statusOf(`${shared.url}/_dev/mailbox.json`, "GET", { host: "127.0.0.1" })).toBe(200);
});

test("an invalid Host header is rejected without an internal error", async () => {
  const { stripeDashboard } = await shared.config();
  const host = "127.999.1.1";
  for (const path of ["/", "/_dev/mailbox", "/rest/v1/lessons", "/functions/v1/verify-certificate"])
    expect([path, await statusOf(`${shared.url}${path}`, "GET", { host })]).toEqual([path, 400]);
  expect(await statusOf(stripeDashboard, "GET", { host })).toBe(403);
});

test("a path with NUL is rejected without an internal error", async () => {
  for (const path of [
    "/%00",
    "/assets/%00",
    "/rest/v1/%00",
    "/rest/v1/lessons?%00=eq.1",
    "/rest/v1/lessons?order=%00",
    "/rest/v1/%ff",
    "/functions/v1/%00",
    "/_dev/%00",
  ])
    expect([path, await statusOf(`${shared.url}${path}`, "GET", {})]).toEqual([path, 400]);
});

test("a port that is already in use is reported in one line", async () => {
  const squatter = createServer().listen(await freePort(), "127.0.0.1");
  await once(squatter, "listening");
  const { port } = squatter.address() as { port: number }; // The server listens on a port, so the address is never a pipe name.
  const { code, output } = await runToEnd({ PORT: `${port}`, ACADEMY_DATA: ":memory:" });
  squatter.close();
  expect(code).toBe(1);
  expect(output).toBe(
    `Port ${port} is taken by another program. Stop it, or choose another: PORT=3100 npm start\n`,
  );
});

test("a data folder that is not writable is reported in one line", async () => {
  // A file cannot contain a folder, so not even root can create it.
  const folder = join(import.meta.filename, "data");
  const { code, output } = await runToEnd({ PORT: `${await freePort()}`, ACADEMY_DATA: folder });
  expect(code).toBe(1);
  expect(output).toBe(`The data folder ${folder} is not writable. Set ACADEMY_DATA to a folder that is.\n`);
});

test("a data folder in use cannot be opened a second time", async () => {
  const { code, output } = await runToEnd({
    PORT: `${await freePort()}`,
    STRIPE_SIM_PORT: `${await freePort()}`,
    ACADEMY_DATA: shared.folder,
  });
  expect(code).toBe(1);
  expect(output).toMatch(/in use by another process/);
});

test("every configuration error is reported in one message", async () => {
  const { code, output } = await runToEnd({
    PORT: "http",
    STRIPE_SECRET_KEY: "pk_live",
    SMTP_URL: "mailto:x",
  });
  expect(code).toBe(1);
  for (const name of ["PORT", "STRIPE_SECRET_KEY", "SMTP_URL"]) expect(output).toContain(`  ${name}: `);
});
