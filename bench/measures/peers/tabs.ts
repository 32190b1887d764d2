import { PEERS } from "../../peers/contract.ts";
import type { Measure } from "../../support/measure.ts";
import { comparison, type Figures } from "../../support/peerRows.ts";
import { type Account, countAttempts, openPeer, openPeers, replayQueue } from "../../support/peers.ts";
import { median } from "../../support/statistics.ts";
import { until } from "../../support/until.ts";

const ENTRIES = 10;
const COMPLETIONS = 5;
const NOTICE_TIMEOUT_MS = 2_000;
/** How long entries that have not arrived are waited for. The largest retry interval of the peers is five seconds. */
const ARRIVAL_TIMEOUT_MS = 15_000;
const NOTHING_STORED = "cannot: stores no work offline";

/** Two tabs of one learner, offline. */
export const peersTabs: Measure = {
  name: "peers-tabs",
  async take(bench) {
    const { proxies, newAccount } = await openPeers(bench);
    const [noticed, lost] = [{} as Figures, {} as Figures]; // filled by the loop
    for (const name of PEERS) {
      if (name === "naive") {
        noticed[name] = NOTHING_STORED;
        lost[name] = NOTHING_STORED;
        continue;
      }
      const proxy = proxies[name];
      const account = await newAccount(`tabs-${name}`);
      const context = await bench.openProfile();
      const one = await openPeer(context, proxy, name);
      await one.call("signIn", account.email, account.password);
      await one.call("pull");
      const other = await openPeer(context, proxy, name);
      await until(`${name}: session`, () => other.call("isSignedIn"));
      proxy.setDown(true);
      await context.setOffline(true);

      const times: (number | string)[] = [];
      for (let lesson = 1; lesson <= COMPLETIONS; lesson += 1) {
        await one.call("complete", `${lesson}`);
        times.push(await other.call("timeUntilCompleted", lesson, NOTICE_TIMEOUT_MS));
      }
      noticed[name] = times.every((each) => typeof each === "number")
        ? median(times)
        : (times[0] ?? "cannot");
      for (let entry = 0; entry < ENTRIES; entry += 1) await (entry % 2 ? other : one).call("answer");

      await one.page.close();
      await other.page.close();
      proxy.setDown(false);
      await context.setOffline(false);
      const reopened = await openPeer(context, proxy, name);
      if (name === "workbox") await replayQueue(reopened.page);
      lost[name] = ENTRIES - (await arrivals(account, name));
      await context.close();
    }
    return [
      comparison(
        "two tabs offline: the other shows a completion",
        "ms",
        noticed,
        `medians of ${COMPLETIONS}`,
      ),
      comparison(
        `two tabs offline, ${ENTRIES} entries in turn, both closed: lost after the next start`,
        "entries",
        lost,
        `entries that have not arrived after ${ARRIVAL_TIMEOUT_MS / 1000} s online`,
      ),
    ];
  },
};

/** How many entries arrive in time. */
async function arrivals(account: Account, name: Parameters<typeof countAttempts>[1]): Promise<number> {
  const deadline = Date.now() + ARRIVAL_TIMEOUT_MS;
  for (;;) {
    const count = await countAttempts(account, name);
    if (count >= ENTRIES || Date.now() > deadline) return count;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
