import type { Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { MAX_ROWS_PER_PUSH } from "../../src/entities/messages.ts";
import { signUpAt } from "../../tests/support/createAccount.ts";
import type { DrainApi } from "../floors/drainPage.ts";
import { buildPage } from "../support/buildPage.ts";
import { type DelayingProxy, type Passage, startDelayingProxy } from "../support/delayingProxy.ts";
import { type Measure, verdict } from "../support/measure.ts";
import { pageApi } from "../support/pageApi.ts";
import { median } from "../support/statistics.ts";

const DRAIN_PAGE = new URL("../floors/drainPage.ts", import.meta.url);
const ROUND_TRIP_MS = 150;
const ENTRIES = MAX_ROWS_PER_PUSH;
const ROUNDS = 5;
const MAX_REQUESTS = 3;
const MAX_ROUND_TRIPS = 2;
const ALLOWANCE_MS = 100;
const PASSWORD = "measured-in-the-same-run";
/** Requests that a drain waits for. Those for lessons and enrolment run in parallel. */
const OF_THE_DRAIN = /^\/(rest\/v1\/rpc\/sync_|auth\/v1\/token)/;

type Sample = { totalMs: number; ownMs: number; requests: number; roundTrips: number; beside: number };

/** Sends a week of offline work to the server: a hundred rows over a slow connection. */
export const drain: Measure = {
  name: "drain",
  async take(bench) {
    const academy = await bench.academy();
    const { publishableKey } = await academy.config();
    const pages = await buildPage(bench, { entry: DRAIN_PAGE });
    const proxy = await startDelayingProxy(bench, academy.url, pages);
    const context = await bench.openProfile({ serviceWorkers: "block" });
    const page = await context.newPage();
    await page.goto(`${proxy.url}/bench/`);
    const call = pageApi<DrainApi>(page);
    // Everyone may read lesson 1, so an account is enough. The floor has its own account, so that our pull returns none
    // of its rows.
    await signUp(academy.url, publishableKey, "drain@example.org");
    const token = await signUp(academy.url, publishableKey, "batch@example.org");
    await call("start", "drain@example.org", PASSWORD);

    const ours: Sample[] = [];
    const floor: Sample[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await context.setOffline(true);
      await call("fill", ENTRIES);
      ours.push(await passing(proxy, () => drainOnce(page)));
      floor.push(await passing(proxy, () => call("post", token, publishableKey, ENTRIES)));
    }
    await context.close();
    const of = (samples: Sample[], key: keyof Sample) => median(samples.map((each) => each[key]));
    const requests = Math.max(...ours.map((each) => each.requests));
    const roundTrips = Math.max(...ours.map((each) => each.roundTrips));
    const isInTime = roundTrips <= MAX_ROUND_TRIPS && of(ours, "ownMs") <= ALLOWANCE_MS;
    return [
      {
        measure: `drain of ${ENTRIES} rows: requests`,
        unit: "requests",
        ours: requests,
        floor: Math.max(...floor.map((each) => each.requests)),
        target: `≤ ${MAX_REQUESTS}`,
        verdict: verdict(requests <= MAX_REQUESTS),
        note: `the largest of ${ROUNDS}; beside it up to ${Math.max(...ours.map((each) => each.beside))} for lessons and enrolment`,
      },
      {
        measure: `drain of ${ENTRIES} rows at ${ROUND_TRIP_MS} ms: time beyond line and server`,
        unit: "ms",
        ours: of(ours, "ownMs"),
        floor: of(floor, "ownMs"),
        target: `≤ ${MAX_ROUND_TRIPS} round trips + ${ALLOWANCE_MS}`,
        verdict: verdict(isInTime),
        note:
          `${roundTrips} round trips beside 1; in all ${of(ours, "totalMs").toFixed(0)} and ` +
          `${of(floor, "totalMs").toFixed(0)} ms, the server's work included`,
        detail: { ours: ours.map((each) => each.totalMs), floor: floor.map((each) => each.totalMs) },
      },
    ];
  },
};

async function drainOnce(page: Page): Promise<number> {
  const call = pageApi<DrainApi>(page);
  const drained = call("drain");
  await page.context().setOffline(false);
  const { ms, left } = await drained;
  if (left > 0) throw new Error(`${left} rows are still unsent`);
  return ms;
}

/** Runs `work` over the slow connection. A drain's requests are sequential, so their delays add up. */
async function passing(proxy: DelayingProxy, work: () => Promise<number>): Promise<Sample> {
  proxy.setRoundTripMs(ROUND_TRIP_MS);
  proxy.passages.length = 0;
  const totalMs = await work();
  proxy.setRoundTripMs(0);
  const own = proxy.passages.filter((each) => OF_THE_DRAIN.test(each.path));
  const outside = own.reduce((sum, each: Passage) => sum + each.serverMs + each.lineMs, 0);
  return {
    totalMs,
    ownMs: totalMs - outside,
    requests: own.length,
    roundTrips: own.length,
    beside: proxy.passages.length - own.length,
  };
}

async function signUp(url: string, key: string, email: string): Promise<string> {
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  await signUpAt(url, { email, password: PASSWORD });
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return data.session.access_token;
}
