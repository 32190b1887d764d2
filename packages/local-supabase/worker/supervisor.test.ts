import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { AuthMail } from "../auth/authMails.ts";
import type { Backend } from "../backend/startBackend.ts";
import { lockFolder } from "../database/folderLock.ts";
import { withDataFolders } from "../testing/dataFolders.ts";
import { loggedErrors } from "../testing/loggedErrors.ts";
import {
  migrationsFolder,
  START_TIMEOUT_MS,
  TEST_CONFIG_FILE,
  TEST_KEYS,
  TEST_SITE_URL,
} from "../testing.ts";

import { startSupervisedBackend } from "./supervisor.ts";

const SCHEMA = { "20260101000000_saved.sql": "create table public.saved (id int);" };
/**
 * A statement that runs for hours; in the embedded Postgres, no signal or timeout can end it. Its series are short enough
 * to stay in memory: a temporary file would fail as soon as a test removes the folder.
 */
const ENDLESS = `select count(*)
  from generate_series(1, 10000) a, generate_series(1, 10000) b, generate_series(1, 10000) c`;
/** Long enough not to end a database that is only waiting for CPU time. */
const STUCK_AFTER_MS = 6_000;
const MAIL_WAIT = { timeout: 30_000 };
const RESTARTED = ["The database stopped responding and is being reopened."];
const APIKEY = { apikey: TEST_KEYS.publishableKey };

const dataFolder = withDataFolders();
const migrationsDir = migrationsFolder(SCHEMA);
afterAll(() => rmSync(migrationsDir, { recursive: true }));

async function start(stuckAfterMs: number) {
  const folder = dataFolder();
  const mails: AuthMail[] = [];
  const lost = Promise.withResolvers<Error>();
  const backend = await startSupervisedBackend({
    dataDir: folder,
    keys: TEST_KEYS,
    configFile: TEST_CONFIG_FILE,
    migrationsDir,
    siteUrl: TEST_SITE_URL,
    appName: "Test site",
    stuckAfterMs,
    onAuthMail: async (mail) => void mails.push(mail),
    onLost: lost.resolve,
  });
  return { backend, mails, lost: lost.promise, folder };
}

const ask = (backend: Backend, path: string, init?: RequestInit) =>
  backend.fetch(new Request(`${TEST_SITE_URL}${path}`, { headers: APIKEY, ...init }));

/** Resolves when the previously sent statement is running, which means that the worker no longer responds. */
async function isRunning(backend: Backend): Promise<void> {
  const probe = backend.query("select 1").then(
    () => "free",
    () => "ended",
  );
  expect(await Promise.race([probe, wait(1_000, "busy")])).toBe("busy");
}

test("the supervisor ends a stuck statement, keeps committed data, and answers 503 to requests sent meanwhile", async () => {
  const logged = await loggedErrors(async () => {
    const { backend } = await start(STUCK_AFTER_MS);
    onTestFinished(() => backend.close());
    await backend.query("insert into public.saved values (1)");
    const stuck = expect(backend.query(ENDLESS)).rejects.toThrow("The database was restarted.");
    const behind = await ask(backend, "/rest/v1/saved");
    expect([behind.status, behind.headers.get("retry-after")]).toEqual([503, "2"]);
    await stuck;
    expect(await backend.query("select * from public.saved")).toEqual([{ id: 1 }]);
    expect((await ask(backend, "/rest/v1/saved")).status).toBe(200);
  });
  expect(logged).toEqual(RESTARTED);
});

test("the supervisor reopens a database that crashes, and answers 503 to the request that crashed it", async () => {
  const logged = await loggedErrors(async () => {
    const { backend } = await start(60_000);
    onTestFinished(() => backend.close());
    await backend.query("insert into public.saved values (1)");
    // Unlike a server, the embedded Postgres does not notice that its own stack is full.
    await backend.query(
      "create function public.endless(i int) returns int language sql as 'select public.endless(i + 1)'",
    );
    const crash = ask(backend, "/rest/v1/rpc/endless", {
      method: "POST",
      headers: { ...APIKEY, "content-type": "application/json" },
      body: JSON.stringify({ i: 1 }),
    });
    expect((await crash).status).toBe(503);
    expect(await backend.query("select * from public.saved")).toEqual([{ id: 1 }]);
  });
  expect(logged.join("\n")).toContain("The database has crashed: RangeError");
  expect(logged).toContain(RESTARTED[0]);
});

describe("a supervised database without faults", () => {
  let backend: Backend;
  let mails: AuthMail[];
  beforeAll(async () => {
    ({ backend, mails } = await start(60_000));
  }, START_TIMEOUT_MS);
  afterAll(() => backend.close());

  test("an address may have 500 requests waiting, and another is served after one of them", async () => {
    const order: string[] = [];
    const send = async (address: string) => {
      const url = `${TEST_SITE_URL}/rest/v1/saved`;
      const { status } = await backend.fetch(new Request(url, { headers: APIKEY }), address);
      if (status === 200) order.push(address);
      return status;
    };
    const busy = backend.query("select count(*) from generate_series(1, 1000000)");
    const many = Array.from({ length: 510 }, () => send("203.0.113.7"));
    expect(await send("203.0.113.8")).toBe(200);
    expect(order.length).toBeLessThan(10);
    const statuses = await Promise.all(many);
    expect(statuses.filter((status) => status === 503)).toHaveLength(10);
    expect(statuses.filter((status) => status === 200)).toHaveLength(500);
    await busy;
  });

  test("drops the waiting requests of a caller that has gone", async () => {
    const leaving = new AbortController();
    const busy = backend.query("select count(*) from generate_series(1, 1000000)");
    const gone = Array.from({ length: 100 }, (_, id) =>
      ask(backend, "/rest/v1/saved", {
        method: "POST",
        headers: { apikey: TEST_KEYS.secretKey, "content-type": "application/json" },
        body: JSON.stringify({ id: 1000 + id }),
        signal: leaving.signal,
      }),
    );
    await wait(0);
    leaving.abort();
    await busy;
    expect(new Set((await Promise.all(gone)).map(({ status }) => status))).toEqual(new Set([499]));
    expect(await backend.query("select from public.saved where id >= 1000")).toEqual([]);
  });

  test("sends its emails from the main thread, and requests keep their body, headers and status", async () => {
    const post = (path: string, body: object) =>
      ask(backend, path, {
        method: "POST",
        headers: { ...APIKEY, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const account = { email: "ada@example.com", password: "correct horse battery" };
    expect((await post("/auth/v1/signup", account)).status).toBe(200);
    expect((await post("/auth/v1/recover", { email: account.email })).status).toBe(200);
    await vi.waitFor(() => expect(mails).toMatchObject([{ to: account.email, name: "recovery" }]), MAIL_WAIT);
    const wrong = await post("/auth/v1/token?grant_type=password", { ...account, password: "wrong" });
    expect([wrong.status, wrong.headers.get("x-sb-error-code")]).toEqual([400, "invalid_credentials"]);
    const large = await post("/auth/v1/signup", { data: "x".repeat(10 * 1024 * 1024) });
    expect(large.status).toBe(413);
  });
});

test("the supervisor reports once that the database cannot be reopened, and releases the folder when closed", async () => {
  const logged = await loggedErrors(async () => {
    const { backend, lost, folder } = await start(STUCK_AFTER_MS);
    const stuck = expect(backend.query(ENDLESS)).rejects.toThrow("The database was restarted.");
    await isRunning(backend);
    rmSync(join(folder, "postgres"), { recursive: true });
    writeFileSync(join(folder, "postgres"), "no folder");
    await stuck;
    expect(await lost).toBeInstanceOf(Error);
    await expect(ask(backend, "/rest/v1/saved")).rejects.toThrow();
    await backend.close();
    lockFolder(folder)();
  });
  expect(logged).toEqual(RESTARTED);
});
