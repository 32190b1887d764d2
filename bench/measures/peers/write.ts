import { LESSON_IDS } from "../../../src/domain/ids.ts";
import { PEERS, type PeerName } from "../../peers/contract.ts";
import { interleave } from "../../support/interleave.ts";
import type { Measure } from "../../support/measure.ts";
import { comparison, figuresOf } from "../../support/peerRows.ts";
import { type OpenPeer, openPeer, openPeers } from "../../support/peers.ts";
import { median, p95 } from "../../support/statistics.ts";
import { until } from "../../support/until.ts";

const ROUNDS = 8;
const ONLINE_ROUNDS = 2;
const WARM_UPS = 1;
const ROUND_TRIP_MS = 150;
const DURABILITY = "on the device, only the academy waits until the disk has the write";

/** "Mark as complete" until the completion survives closing the tab, offline and over a slow connection. */
export const peersWrite: Measure = {
  name: "peers-write",
  async take(bench) {
    const { proxies, accounts } = await openPeers(bench);
    const context = await bench.openProfile();
    const pages = {} as Record<PeerName, OpenPeer>; // filled by the loop
    for (const name of PEERS) {
      pages[name] = await openPeer(context, proxies[name], name);
      await pages[name].call("signIn", accounts[0].email, accounts[0].password);
    }
    const completeAll = async (name: PeerName, samples: number[], isOnline: boolean) => {
      const { page, call } = pages[name];
      await page.bringToFront();
      await call("reset");
      for (const lessonId of LESSON_IDS) {
        samples.push(await call("timeComplete", lessonId));
        // The next completion must not be measured while this one is being sent.
        if (isOnline) await until(`${name}: sent`, async () => (await call("pending")) === 0);
      }
      return 0;
    };
    const measure = async (names: readonly PeerName[], rounds: number, isOnline: boolean) => {
      const samples = Object.fromEntries(names.map((name) => [name, [] as number[]]));
      const arms = Object.fromEntries(
        names.map((name) => [name, () => completeAll(name, samples[name] ?? [], isOnline)]),
      );
      await interleave(arms, rounds, WARM_UPS);
      return Object.fromEntries(
        Object.entries(samples).map(([name, all]) => [name, all.slice(WARM_UPS * LESSON_IDS.length)]),
      );
    };
    for (const name of PEERS) proxies[name].setRoundTripMs(ROUND_TRIP_MS);
    const online = await measure(PEERS, ONLINE_ROUNDS, true);
    for (const name of PEERS) proxies[name].setRoundTripMs(0);

    for (const name of PEERS) proxies[name].setDown(true);
    await context.setOffline(true);
    const offline = await measure(PEERS, ROUNDS, false);
    await context.close();
    for (const name of PEERS) proxies[name].setDown(false);
    const rows = (when: string, samples: Record<string, number[]>, note: string) => [
      comparison(`durable completion ${when}, p50`, "ms", figuresOf(samples, median), note, samples),
      comparison(`durable completion ${when}, p95`, "ms", figuresOf(samples, p95), note),
    ];
    return [
      ...rows("offline", offline, `${ROUNDS * LESSON_IDS.length} each; ${DURABILITY}`),
      ...rows(`at ${ROUND_TRIP_MS} ms`, online, `${ONLINE_ROUNDS * LESSON_IDS.length} each; ${DURABILITY}`),
    ];
  },
};
