import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { LESSON_IDS } from "../../../src/domain/ids.ts";
import type { Driver } from "../../../tests/engines/driver.ts";
import { launchByPuppeteer } from "../../../tests/engines/puppeteer.ts";
import { launchWebKit } from "../../../tests/engines/webkit.ts";
import { installPrograms, requireProgram } from "../../../tests/support/programs.ts";
import { PEERS, type PeerName } from "../../peers/contract.ts";
import type { Bench } from "../../support/bench.ts";
import { interleave } from "../../support/interleave.ts";
import type { Measure, Row } from "../../support/measure.ts";
import { comparison, figuresOf } from "../../support/peerRows.ts";
import { countAttempts, loadPeer, openPeers, type Peers, untilDrained } from "../../support/peers.ts";
import { median } from "../../support/statistics.ts";

const ENGINES = ["Firefox", "WebKit"] as const;
type Engine = (typeof ENGINES)[number];
/** The peers that store work offline. */
const OFFLINE = PEERS.filter((name) => name !== "naive");
const ROUNDS = 8;
const DRAIN_ROUNDS = 3;
const WARM_UPS = 1;
const ENTRIES = 100;
const ROUND_TRIP_MS = 150;
const NOTHING_STORED = "cannot: stores no work offline";
const NO_SYNC_EVENT = "cannot: sends only when the browser starts the worker again";

/** The peers in the engines that Playwright does not control here: what their drivers can measure. */
export const peersEngines: Measure = {
  name: "peers-engines",
  timeoutMs: 900_000,
  async take(bench) {
    installPrograms(ENGINES);
    const peers = await openPeers(bench);
    const rows: Row[] = [];
    for (const engine of ENGINES) rows.push(...(await measureIn(bench, peers, engine)));
    return rows;
  },
};

async function measureIn(bench: Bench, { proxies, newAccount }: Peers, engine: Engine): Promise<Row[]> {
  const opened: { name: PeerName; driver: Driver }[] = [];
  const writes: Record<string, () => Promise<number>> = {};
  const drains: Record<string, () => Promise<number>> = {};
  for (const name of OFFLINE) {
    const account = await newAccount(`${engine}-${name}`.toLowerCase());
    const driver = await openDriver(bench, engine);
    opened.push({ name, driver });
    const call = await loadPeer(driver, proxies[name], name);
    await call("signIn", account.email, account.password);
    writes[name] = async () => {
      await call("reset");
      let total = 0;
      for (const lessonId of LESSON_IDS) total += await call("timeComplete", lessonId);
      // The clocks of pages here tick once a millisecond, so only the sum of several times is exact enough.
      return total / LESSON_IDS.length;
    };
    drains[name] = async () => {
      const before = await countAttempts(account, name);
      await setOffline(driver, proxies[name], true);
      await call("fill", ENTRIES);
      proxies[name].setRoundTripMs(ROUND_TRIP_MS);
      const startedAt = performance.now();
      await setOffline(driver, proxies[name], false);
      await untilDrained({ call, account, name }, { before, entries: ENTRIES });
      proxies[name].setRoundTripMs(0);
      return performance.now() - startedAt;
    };
  }
  const { workbox: _, ...withEvent } = drains;
  const drained = await interleave(withEvent, DRAIN_ROUNDS, WARM_UPS);
  for (const { name, driver } of opened) await setOffline(driver, proxies[name], true);
  const written = await interleave(writes, ROUNDS, WARM_UPS);
  for (const name of OFFLINE) proxies[name].setDown(false);
  for (const { driver } of opened) await driver.close();
  return [
    comparison(
      `durable completion offline, ${engine}`,
      "ms",
      figuresOf(written, median, NOTHING_STORED),
      `medians of ${ROUNDS} means of ${LESSON_IDS.length}; ${
        engine === "WebKit" ? "in a profile in memory" : "only the academy waits until the disk has the write"
      }`,
      { detail: written },
    ),
    comparison(
      `drain of ${ENTRIES} entries at ${ROUND_TRIP_MS} ms, ${engine}`,
      "ms",
      figuresOf(drained, median, { workbox: NO_SYNC_EVENT, naive: NOTHING_STORED }),
      `medians of ${DRAIN_ROUNDS}, until the server has all entries; over HTTP/1.1`,
      { detail: drained },
    ),
  ];
}

async function openDriver(bench: Bench, engine: Engine): Promise<Driver> {
  const profile = mkdtempSync(join(bench.folder, `${engine}-`));
  const launch = { program: requireProgram(engine), profile, blocksSiteData: false };
  const driver = await (engine === "WebKit" ? launchWebKit(launch) : launchByPuppeteer(engine, launch));
  bench.onEnd(() => driver.close());
  return driver;
}

/** These drivers cannot disconnect a device, so the page is told what the browser would tell it. */
async function setOffline(
  driver: Driver,
  proxy: Peers["proxies"][PeerName],
  isOffline: boolean,
): Promise<void> {
  proxy.setDown(isOffline);
  await driver.evaluate((isOffline) => {
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => !isOffline });
    dispatchEvent(new Event(isOffline ? "offline" : "online"));
  }, isOffline);
}
