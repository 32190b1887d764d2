import { setTimeout as wait } from "node:timers/promises";
import { PEER_TITLES, PEERS, type PeerName } from "../../peers/contract.ts";
import type { Bench } from "../../support/bench.ts";
import type { Measure } from "../../support/measure.ts";
import { comparison, figuresOf } from "../../support/peerRows.ts";
import {
  type Account,
  countAttempts,
  openPeer,
  openPeers,
  type Peers,
  replayQueue,
} from "../../support/peers.ts";
import { median } from "../../support/statistics.ts";
import { until } from "../../support/until.ts";

const ENTRIES = 10;
const COMPLETIONS = 5;
const RUNS = 3;
const NOTICE_TIMEOUT_MS = 2_000;
/** After this time a closed tab can no longer send. */
const CLOSING_MS = 1_000;
/** How long entries that have not arrived are waited for. The largest retry interval of the peers is five seconds. */
const ARRIVAL_TIMEOUT_MS = 15_000;
const NOTHING_STORED = "cannot: stores no work offline";
const NOT_TOLD = "cannot: nothing tells the other tab";

/** Two tabs of one learner, offline. */
export const peersTabs: Measure = {
  name: "peers-tabs",
  timeoutMs: 600_000,
  async take(bench) {
    const peers = await openPeers(bench);
    const shown: Record<string, number[]> = {};
    const lost: Record<string, number[]> = {};
    for (const name of PEERS.filter((each) => each !== "naive")) {
      for (let run = 1; run <= RUNS; run += 1) {
        const { shownMs, lostEntries } = await twoTabs(bench, peers, name, run);
        if (shownMs.length > 0) shown[name] = [...(shown[name] ?? []), ...shownMs];
        lost[name] = [...(lost[name] ?? []), lostEntries];
      }
    }
    const losses = Object.entries(lost).map(
      ([name, counts]) => `${PEER_TITLES[name as PeerName]} ${counts.join(", ")}`,
    );
    return [
      comparison(
        "two tabs offline: until the other shows a completion",
        "ms",
        figuresOf(shown, median, { tanstack: NOT_TOLD, workbox: NOT_TOLD, naive: NOTHING_STORED }),
        `medians of ${RUNS * COMPLETIONS}, from the press to the text on the other page`,
        { detail: shown },
      ),
      comparison(
        `two tabs offline, ${ENTRIES} entries in turn, both closed: lost after the next start`,
        "entries",
        figuresOf(lost, median, NOTHING_STORED),
        `not arrived after ${ARRIVAL_TIMEOUT_MS / 1000} s online, medians of ${RUNS}: ${losses.join("; ")}`,
        { detail: lost },
      ),
    ];
  },
};

/** The ms until the other tab showed each completion, none if it did not, and how many entries were lost. */
async function twoTabs(bench: Bench, { proxies, newAccount }: Peers, name: PeerName, run: number) {
  const proxy = proxies[name];
  const account = await newAccount(`tabs-${run}-${name}`);
  const context = await bench.openProfile();
  const one = await openPeer(context, proxy, name);
  await one.call("signIn", account.email, account.password);
  await one.call("pull");
  const other = await openPeer(context, proxy, name);
  await until(`${name}: session`, () => other.call("isSignedIn"));
  await other.page.locator("#completed").waitFor();
  proxy.setDown(true);
  await context.setOffline(true);

  const shownMs: number[] = [];
  for (let lesson = 1; lesson <= COMPLETIONS; lesson += 1) {
    const isShown = other.call("shownAt", lesson, NOTICE_TIMEOUT_MS);
    const startedAt = await one.call("completeNow", `${lesson}`);
    const at = await isShown;
    if (at !== null) shownMs.push(at - startedAt);
  }
  for (let entry = 0; entry < ENTRIES; entry += 1) await (entry % 2 ? other : one).call("answer");
  await one.page.close();
  await other.page.close();
  await wait(CLOSING_MS);
  proxy.setDown(false);
  await context.setOffline(false);
  const reopened = await openPeer(context, proxy, name);
  if (name === "workbox") await replayQueue(reopened.page);
  const lostEntries = ENTRIES - (await arrivals(account, name));
  await context.close();
  if (shownMs.length > 0 && shownMs.length < COMPLETIONS)
    throw new Error(`${name}: the other tab showed ${shownMs.length} of ${COMPLETIONS} completions`);
  return { shownMs, lostEntries };
}

/** How many entries arrive in time. */
async function arrivals(account: Account, name: PeerName): Promise<number> {
  const deadline = Date.now() + ARRIVAL_TIMEOUT_MS;
  for (;;) {
    const count = await countAttempts(account, name);
    if (count >= ENTRIES || Date.now() > deadline) return count;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
