import type { BrowserContext, Page } from "@playwright/test";
import { PEERS, type PeerName } from "../../peers/contract.ts";
import type { Bench } from "../../support/bench.ts";
import { interleave } from "../../support/interleave.ts";
import { LESSON_TEXT, lessonUrl, signInAndInstall } from "../../support/learner.ts";
import { loadedScripts } from "../../support/loadedScripts.ts";
import type { Measure } from "../../support/measure.ts";
import { CPU_SLOWDOWN, startOffline } from "../../support/offlineStart.ts";
import { comparison, type Figures, figuresOf } from "../../support/peerRows.ts";
import { openPeer, openPeers, type Peers } from "../../support/peers.ts";
import { median } from "../../support/statistics.ts";

const ROUNDS = 3;
const WARM_UPS = 1;
const HOUR_SECONDS = 3600;
const TIMEOUT_MS = 60_000;
const BYTES_PER_KB = 1000;
const SETTLE_MS = 2_000;
const CANNOT_START = "cannot: no service worker";
/** A start offline takes less, except where the session is awaited. */
const SLOW: readonly PeerName[] = ["workbox"];
const SCRIPTS_NOTE = "the academy's worker sends the lesson before the app, whose code loads afterwards";
const DISK_NOTE =
  "navigator.storage.estimate(); the academy's whole app, with its fonts, beside the same lessons";
const PAGES_ONLY = "the peers' pages have a lesson and one button";

/** From opening the app to a readable lesson, and what that takes on the device. The academy is the built site itself. */
export const peersStart: Measure = {
  name: "peers-start",
  timeoutMs: 1_200_000,
  async take(bench) {
    const academy = await bench.academy();
    const peers = await openPeers(bench);
    const context = await bench.openProfile();
    const urlOf = (name: PeerName) =>
      name === "academy" ? lessonUrl(academy.url) : `${peers.proxies[name].url}/bench/?lesson=1`;

    const [scripts, bytes] = [{} as Figures, {} as Figures]; // filled by the loop
    for (const name of PEERS) {
      await install(bench, peers, context, name);
      const page = await context.newPage();
      scripts[name] = (await loadedScripts(page, urlOf(name), LESSON_TEXT)).toReadableKb;
      bytes[name] = name === "naive" ? "stores nothing" : (await settledUsage(page)) / BYTES_PER_KB;
      await page.close();
    }

    const startable = PEERS.filter((name) => name !== "naive");
    const start = (name: PeerName, isWarm: boolean, endsInSeconds: number) => () =>
      startOffline({
        context,
        url: urlOf(name),
        selector: LESSON_TEXT,
        isWarm,
        timeoutMs: TIMEOUT_MS,
        session: {
          storageKey: name === "academy" ? "sb-academy-auth-token" : "sb-localhost-auth-token",
          endsInSeconds,
        },
      });
    const measure = (names: readonly PeerName[], isWarm: boolean, endsInSeconds: number) =>
      interleave(
        Object.fromEntries(names.map((name) => [name, start(name, isWarm, endsInSeconds)])),
        ROUNDS,
        WARM_UPS,
      );
    const cold = await measure(startable, false, HOUR_SECONDS);
    const warm = await measure(startable, true, HOUR_SECONDS);
    const expired = await measure(
      startable.filter((name) => !SLOW.includes(name)),
      false,
      -HOUR_SECONDS,
    );
    const waiting: Partial<Figures> = { naive: CANNOT_START };
    // Once only, because they take as long as supabase-js keeps retrying.
    for (const name of SLOW) waiting[name] = await start(name, false, -HOUR_SECONDS)();
    await context.close();

    const note = `medians of ${ROUNDS}; ${PAGES_ONLY}`;
    const what = `to a readable lesson, ${CPU_SLOWDOWN}× CPU`;
    return [
      comparison("JS to a readable lesson, on a later visit", "KB gzip", scripts, SCRIPTS_NOTE),
      comparison(`offline cold start ${what}`, "ms", figuresOf(cold, median, CANNOT_START), note, {
        detail: cold,
        chart: { name: "peers-start", title: `Offline cold start ${what}` },
      }),
      comparison(`offline warm start ${what}`, "ms", figuresOf(warm, median, CANNOT_START), note, {
        detail: warm,
      }),
      comparison(
        `offline cold start with an expired token ${what}`,
        "ms",
        figuresOf(expired, median, waiting),
        `${note}; Workbox once: supabase-js retries before each request gets its token`,
        { detail: expired },
      ),
      comparison("bytes on disk with the whole course", "KB", bytes, DISK_NOTE),
    ];
  },
};

/** Signs the learner in and brings every lesson onto the device. */
async function install(bench: Bench, { proxies }: Peers, context: BrowserContext, name: PeerName) {
  const learner = await bench.learner();
  if (name === "academy") {
    const page = await context.newPage();
    await signInAndInstall(page, (await bench.academy()).url, learner);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await settledUsage(page);
    return page.close();
  }
  const { page, call } = await openPeer(context, proxies[name], name);
  await call("signIn", learner.email, learner.password);
  // Shows the lesson once with the session, which also requests what the worker caches.
  await page.reload();
  await page.locator(LESSON_TEXT).first().waitFor();
  await call("install");
  await settledUsage(page);
  return page.close();
}

/** The bytes that the page's origin stores, once they no longer change. */
async function settledUsage(page: Page): Promise<number> {
  let before = -1;
  for (;;) {
    const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    if (usage === before) return usage;
    before = usage;
    await page.waitForTimeout(SETTLE_MS);
  }
}
