import { gzipSync } from "node:zlib";
import type { BrowserContext, Page } from "@playwright/test";
import { PEERS, type PeerName } from "../../peers/contract.ts";
import type { Bench } from "../../support/bench.ts";
import { interleave } from "../../support/interleave.ts";
import { LESSON_TEXT, lessonUrl, signInAndInstall } from "../../support/learner.ts";
import type { Measure } from "../../support/measure.ts";
import { CPU_SLOWDOWN, startOffline } from "../../support/offlineStart.ts";
import { comparison, type Figures, figuresOf } from "../../support/peerRows.ts";
import { openPeer, openPeers, type Peers, settledUsage } from "../../support/peers.ts";
import { readableAt, watchReadable } from "../../support/readable.ts";
import { median } from "../../support/statistics.ts";

const ROUNDS = 5;
const WARM_UPS = 1;
const HOUR_SECONDS = 3600;
const TIMEOUT_MS = 60_000;
const BYTES_PER_KB = 1000;
/** The text of a lesson in the academy once its buttons work: before that, the worker's document shows it. */
const TEXT_IN_APP = "#root:not([hidden]) .prose p";
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

    const [scripts, allScripts, bytes] = [{} as Figures, {} as Figures, {} as Figures]; // filled by the loop
    for (const name of PEERS) {
      await install(bench, peers, context, name);
      const page = await context.newPage();
      const { toReadableKb, totalKb } = await loadedScripts(page, urlOf(name), LESSON_TEXT);
      scripts[name] = toReadableKb;
      allScripts[name] = totalKb;
      bytes[name] = (await settledUsage(page)) / BYTES_PER_KB;
      await page.close();
    }

    const start =
      (name: PeerName, isWarm: boolean, endsInSeconds: number, selector = LESSON_TEXT) =>
      () =>
        startOffline({
          context,
          url: urlOf(name),
          selector,
          isWarm,
          timeoutMs: TIMEOUT_MS,
          session: {
            storageKey: name === "academy" ? "sb-academy-auth-token" : "sb-localhost-auth-token",
            endsInSeconds,
          },
        });
    const measure = (
      isWarm: boolean,
      endsInSeconds: number,
      more: Record<string, () => Promise<number>> = {},
    ) =>
      interleave(
        {
          ...Object.fromEntries(PEERS.map((name) => [name, start(name, isWarm, endsInSeconds)])),
          ...more,
        },
        ROUNDS,
        WARM_UPS,
      );
    const { usable, ...cold } = await measure(false, HOUR_SECONDS, {
      usable: start("academy", false, HOUR_SECONDS, TEXT_IN_APP),
    });
    const warm = await measure(true, HOUR_SECONDS);
    const expired = await measure(false, -HOUR_SECONDS);
    await context.close();
    // The buttons of the peers work as soon as their lessons can be read.
    const used = { ...cold, academy: usable ?? [] };

    const note = `medians of ${ROUNDS}; ${PAGES_ONLY}`;
    const what = `to a readable lesson, ${CPU_SLOWDOWN}× CPU`;
    return [
      comparison("JS to a readable lesson, on a later visit", "KB gzip", scripts, SCRIPTS_NOTE),
      comparison("JS of a later visit, in all", "KB gzip", allScripts, PAGES_ONLY),
      comparison(`offline cold start ${what}`, "ms", figuresOf(cold, median), note, cold),
      comparison(
        `offline cold start until the lesson can be used, ${CPU_SLOWDOWN}× CPU`,
        "ms",
        figuresOf(used, median),
        `${note}, which work when the lesson is readable`,
        used,
      ),
      comparison(`offline warm start ${what}`, "ms", figuresOf(warm, median), note, warm),
      comparison(
        `offline cold start with an expired token ${what}`,
        "ms",
        figuresOf(expired, median),
        note,
        expired,
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

const READABLE_TIMEOUT_MS = 30_000;
/** A page loads its later scripts within this time after the network is idle. */
const SETTLE_MS = 2_000;

/** KB after gzip, regardless of the encoding sent: until the page was readable, and in total. */
type LoadedScripts = { toReadableKb: number; totalKb: number; files: string[] };

/** Opens `url` and adds up its loaded and inline scripts. The page is readable when `selector` is. */
async function loadedScripts(page: Page, url: string, selector: string): Promise<LoadedScripts> {
  await watchReadable(page, selector);
  await page.goto(url);
  const { insertedMs } = await readableAt(page, READABLE_TIMEOUT_MS);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(SETTLE_MS);
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => new URL(entry.name).pathname.endsWith(".js"))
      // Entries of the type "resource" are resource timings, which the DOM types do not express.
      .map((entry) => ({ url: entry.name, endMs: (entry as PerformanceResourceTiming).responseEnd })),
  );
  const inDocument = await page.evaluate(() =>
    [...document.scripts].map(({ text, type }) => (type === "application/ld+json" ? "" : text)).join(""),
  );
  const unique = new Map(scripts.map((script) => [script.url, script.endMs]));
  let toReadableKb = inDocument ? gzipKb(Buffer.from(inDocument)) : 0;
  let totalKb = toReadableKb;
  const files = [`in the document ${toReadableKb.toFixed(1)}`];
  for (const [script, endMs] of unique) {
    const kb = gzipKb(Buffer.from(await (await fetch(script)).arrayBuffer()));
    totalKb += kb;
    if (endMs <= insertedMs) toReadableKb += kb;
    files.push(
      `${new URL(script).pathname.split("/").at(-1)} ${kb.toFixed(1)}${endMs <= insertedMs ? "" : " later"}`,
    );
  }
  return { toReadableKb, totalKb, files };
}

function gzipKb(bytes: Buffer): number {
  return gzipSync(bytes, { level: 9 }).length / BYTES_PER_KB;
}
