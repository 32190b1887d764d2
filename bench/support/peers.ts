import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openStoredDatabase } from "@academy/local-supabase";
import type { BrowserContext, Page } from "@playwright/test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { generateSW } from "workbox-build";
import { signUpAt } from "../../tests/support/server/createAccount.ts";
import { PEERS, type PeerName } from "../peers/contract.ts";
import type { PeerApi } from "../peers/shared/expose.ts";
import type { Bench } from "./bench.ts";
import { buildPage } from "./buildPage.ts";
import { type DelayingProxy, startDelayingProxy } from "./delayingProxy.ts";
import { pageApi } from "./pageApi.ts";
import { until } from "./until.ts";

const TABLES = new URL("../peers/tables.sql", import.meta.url);
const PAGES: Record<PeerName, URL> = {
  academy: new URL("../peers/academy/page.tsx", import.meta.url),
  rxdb: new URL("../peers/rxdb/page.tsx", import.meta.url),
};
const SETTLE_MS = 2_000;
const PASSWORD = "measured-in-the-same-run";
/** The lengths of the histories that are pulled. */
export const HISTORIES = [0, 1_000, 50_000] as const;

/** The server accepts 50,000 rows of a learner in all. The new attempts of the measures must be accepted too. */
const MAX_COUNTED = 40_000;

export type Account = { id: string; email: string; password: string; client: SupabaseClient };

export type Peers = {
  /** Each peer's pages and its connection to the server. */
  readonly proxies: Record<PeerName, DelayingProxy>;
  /** The learner whose history has this many attempts, in the academy's tables and in the peers'. */
  accounts: Record<(typeof HISTORIES)[number], Account>;
  newAccount(name: string): Promise<Account>;
};

const opened = new WeakMap<Bench, Promise<Peers>>();

/** Builds the peers, and creates their tables and accounts. Shared by the measures of a run. */
export function openPeers(bench: Bench): Promise<Peers> {
  const peers = opened.get(bench) ?? open(bench);
  opened.set(bench, peers);
  return peers;
}

async function open(bench: Bench): Promise<Peers> {
  const academy = await bench.academy();
  const { publishableKey } = await academy.config();
  const newAccount = (name: string) => signUp(academy.url, publishableKey, `${name}@example.org`);
  const accounts = {
    0: await newAccount("history-0"),
    1000: await newAccount("history-1000"),
    50000: await newAccount("history-50000"),
  };
  // Only one process may open the embedded database.
  await academy.stop();
  const database = await openStoredDatabase(academy.folder);
  try {
    for (const statement of readFileSync(TABLES, "utf8").split("\n\n").slice(1))
      await database.query(statement);
    for (const length of HISTORIES) {
      const user = accounts[length].id;
      for (const statement of historyOf(user, length)) await database.query(statement);
    }
  } finally {
    await database.close();
  }
  await academy.restart();
  const proxies: Partial<Record<PeerName, DelayingProxy>> = {};
  for (const name of PEERS) {
    const folder = await buildPeer(bench, name, publishableKey);
    proxies[name] = await startDelayingProxy(bench, academy.url, folder, withoutQuotes);
  }
  return { proxies: proxies as Record<PeerName, DelayingProxy>, accounts, newAccount }; // the loop has set each
}

/**
 * RxDB quotes the columns in its condition for what is new, as PostgREST allows. The embedded REST service does not know this
 * and would answer every pull but the first with an error.
 */
const withoutQuotes = (path: string) => (path.includes("&or=") ? path.replaceAll("%22", "") : path);

async function signUp(url: string, key: string, email: string): Promise<Account> {
  const account = { email, password: PASSWORD };
  await signUpAt(url, account);
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data, error } = await client.auth.signInWithPassword(account);
  if (error) throw error;
  return { ...account, id: data.user.id, client };
}

/** The same attempts for the academy and for the peers, one a minute. */
function historyOf(user: string, length: number): string[] {
  if (length === 0) return [];
  const rows = `select place, now() - (${length} - place) * interval '1 minute' as at,
    (lpad(to_hex(place), 12, '0') || '7000' || '8000' || substr('${user.replaceAll("-", "")}', 1, 12))::uuid as id
    from generate_series(1, ${length}) as place`;
  return [
    `insert into public.peer_attempts (id, user_id, lesson_id, answers, score, passed, taken_at, _modified)
     select id::text, '${user}', '1', '[0,1,2,3,0]', 0, false, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), date_trunc('milliseconds', at)
     from (${rows}) as history`,
    `insert into public.quiz_attempts (id, user_id, course_id, lesson_id, lesson_version, answers, score, passed, taken_at, received_at, rev)
     select id, '${user}', 'ai-fluency-30-days', '1', 1, '{0,1,2,3,0}', 0, false, at, at, place from (${rows}) as history`,
    `insert into public.sync_clock (user_id, rev, row_count) values ('${user}', ${length}, ${Math.min(length, MAX_COUNTED)})`,
  ];
}

async function buildPeer(bench: Bench, name: PeerName, key: string): Promise<string> {
  const folder = await buildPage(bench, {
    entry: PAGES[name],
    define: { "import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY": JSON.stringify(key) },
  });
  // The academy's own worker is measured on the built site.
  if (name !== "academy") await generateWorker(folder);
  return folder;
}

/** The service worker that Workbox recommends for a single-page app: everything that the build made is precached. */
async function generateWorker(folder: string): Promise<void> {
  await generateSW({
    globDirectory: folder,
    globPatterns: ["**/*.{html,js,css}"],
    swDest: join(folder, "sw.js"),
    navigateFallback: "index.html",
    skipWaiting: true,
    clientsClaim: true,
    sourcemap: false,
  });
}

type CallPeer = ReturnType<typeof pageApi<PeerApi>>;
export type OpenPeer = { page: Page; call: CallPeer };
/** Opens a peer's page in a profile. The worker, if there is one, then controls it. */
export async function openPeer(
  context: BrowserContext,
  { url }: DelayingProxy,
  name: PeerName,
): Promise<OpenPeer> {
  const page = await context.newPage();
  await page.goto(`${url}/bench/`);
  const isUncontrolled = () => page.evaluate(() => navigator.serviceWorker.controller === null);
  if (name !== "academy" && (await isUncontrolled())) {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
  }
  await until(`${name}: page`, () => page.evaluate(() => "bench" in globalThis));
  return { page, call: pageApi<PeerApi>(page) };
}

/** The bytes that the page's origin stores, once they no longer change. */
export async function settledUsage(page: Page): Promise<number> {
  let before = -1;
  for (;;) {
    const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    if (usage === before) return usage;
    before = usage;
    await page.waitForTimeout(SETTLE_MS);
  }
}

/** How many of the learner's attempts the server has. */
export async function countAttempts({ client }: Account, name: PeerName): Promise<number> {
  const table = name === "academy" ? "quiz_attempts" : "peer_attempts";
  const { count, error } = await client.from(table).select("id", { count: "exact", head: true });
  if (error) throw error;
  return count ?? 0;
}

/**
 * Resolves when the device has sent everything and the server has all `entries`. `before` is how many attempts it had.
 */
export async function untilDrained(
  { call, account, name }: { call: CallPeer; account: Account; name: PeerName },
  { before, entries }: { before: number; entries: number },
): Promise<void> {
  await until(`${name}: drain`, async () => (await call("pending")) === 0);
  // With a first attempt the academy also sends the completion, the achievement and the day of study.
  const attempts = name === "academy" ? entries - 3 : entries;
  await until(`${name}: entries`, async () => (await countAttempts(account, name)) - before >= attempts);
}
