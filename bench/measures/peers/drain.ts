import { setTimeout as wait } from "node:timers/promises";
import { PEERS, type PeerName } from "../../peers/contract.ts";
import type { Passage } from "../../support/delayingProxy.ts";
import { interleave } from "../../support/interleave.ts";
import type { Measure } from "../../support/measure.ts";
import { comparison, figuresOf } from "../../support/peerRows.ts";
import { countAttempts, openPeer, openPeers, untilDrained } from "../../support/peers.ts";
import { median } from "../../support/statistics.ts";

const ENTRIES = 100;
const ROUND_TRIP_MS = 150;
const ROUNDS = 3;
const WARM_UPS = 1;
const BYTES_PER_KB = 1000;
const OF_THE_BACKEND = /^\/(rest|auth)\/v1\//;
const isWrite = ({ method, path }: Passage) => method !== "GET" && /(sync_push|peer_attempts)/.test(path);
const TIME_NOTE = `medians of ${ROUNDS}, until the last entry is confirmed; over HTTP/1.1, whose six connections RxDB fills`;

/** A hundred quizzes that were handed in offline, sent over a slow connection. */
export const peersDrain: Measure = {
  name: "peers-drain",
  timeoutMs: 600_000,
  async take(bench) {
    const { proxies, newAccount } = await openPeers(bench);
    const arms: Partial<Record<PeerName, () => Promise<number>>> = {};
    const requests: Record<string, number[]> = {};
    const bytes: Record<string, number[]> = {};
    for (const name of PEERS) {
      const proxy = proxies[name];
      const account = await newAccount(`drain-${name}`);
      const context = await bench.openProfile();
      const { page, call } = await openPeer(context, proxy, name);
      await call("signIn", account.email, account.password);
      arms[name] = async () => {
        const before = await countAttempts(account, name);
        proxy.setDown(true);
        await context.setOffline(true);
        await call("fill", ENTRIES);
        proxy.setDown(false);
        proxy.setRoundTripMs(ROUND_TRIP_MS);
        proxy.passages.length = 0;
        await page.bringToFront();
        const startedAt = performance.now();
        await context.setOffline(false);
        await untilDrained({ call, account, name }, { before, entries: ENTRIES });
        // The last response is still on its way back through the proxy.
        await wait(2 * ROUND_TRIP_MS);
        const sent = proxy.passages.filter(({ path }) => OF_THE_BACKEND.test(path));
        requests[name] = [...(requests[name] ?? []), sent.length];
        const sentKb = sent.reduce((sum, each) => sum + each.bytes, 0) / BYTES_PER_KB;
        bytes[name] = [...(bytes[name] ?? []), sentKb];
        proxy.setRoundTripMs(0);
        return Math.max(...proxy.passages.filter(isWrite).map(({ endedAt }) => endedAt)) - startedAt;
      };
    }
    const ms = await interleave(arms as Record<string, () => Promise<number>>, ROUNDS, WARM_UPS);
    const what = `drain of ${ENTRIES} entries at ${ROUND_TRIP_MS} ms`;
    const figures = (samples: Record<string, number[]>) => figuresOf(samples, median);
    return [
      comparison(`${what}: time`, "ms", figures(ms), TIME_NOTE, ms),
      comparison(`${what}: requests`, "requests", figures(requests), "until the last entry is confirmed"),
      comparison(`${what}: bytes`, "KB", figures(bytes), "both directions, headers included, HTTP/1.1"),
    ];
  },
};
