import { buildPage } from "../support/buildPage.ts";
import { interleave } from "../support/interleave.ts";
import { LESSON_TEXT, lessonUrl, signInAndInstall } from "../support/learner.ts";
import { type Measure, verdict } from "../support/measure.ts";
import { startOffline } from "../support/offlineStart.ts";
import { serveFolder } from "../support/serveFolder.ts";
import { median } from "../support/statistics.ts";
import { visitShell } from "../support/visitShell.ts";

const GATE_PAGE = new URL("../floors/sessionGatePage.tsx", import.meta.url);
const SHELL_WORKER = new URL("../floors/shellWorker.mjs", import.meta.url);
const ROUNDS = 9;
const WARM_UPS = 1;
const ALLOWANCE_MS = 50;
/** If there were no difference, at least eight of nine would be slower by chance in 2 % of runs (sign test). */
const MIN_SLOWER_ROUNDS = 8;
const HOUR_SECONDS = 3600;
const STORAGE_KEY = "sb-academy-auth-token";

/** An offline start with an expired token, compared with a fresh token and with a plain session gate. */
export const offlineExpired: Measure = {
  name: "offline-expired",
  async take(bench) {
    const [academy, learner] = [await bench.academy(), await bench.learner()];
    const { publishableKey } = await academy.config();
    const gateOrigin = await serveFolder(
      bench,
      await buildPage(bench, { entry: GATE_PAGE, worker: SHELL_WORKER }),
    );
    const query = new URLSearchParams({ url: academy.url, key: publishableKey, storageKey: STORAGE_KEY });
    const gateUrl = `${gateOrigin}/?${query}`;
    const context = await bench.openProfile();
    const page = await context.newPage();
    await signInAndInstall(page, academy.url, learner);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const session = await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY);
    await visitShell(page, gateUrl);
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      STORAGE_KEY,
      session ?? "",
    ] as const);
    await page.close();

    const start = (url: string, endsInSeconds: number) => () =>
      startOffline({
        context,
        url,
        selector: LESSON_TEXT,
        session: { storageKey: STORAGE_KEY, endsInSeconds },
      });
    const lesson = lessonUrl(academy.url);
    const samples = await interleave(
      { fresh: start(lesson, HOUR_SECONDS), expired: start(lesson, -HOUR_SECONDS) },
      ROUNDS,
      WARM_UPS,
    );
    // One run only, because it takes as long as supabase-js keeps retrying.
    const gate = await start(gateUrl, -HOUR_SECONDS)();
    await context.close();
    const [expired, fresh] = [median(samples.expired), median(samples.fresh)];
    const differences = samples.expired.map((ms, round) => ms - (samples.fresh[round] ?? 0));
    const slower = differences.filter((ms) => ms > ALLOWANCE_MS).length;
    return [
      {
        measure: "offline start with an expired token, beside a fresh one",
        unit: "ms",
        ours: expired,
        floor: fresh,
        target: `≤ floor + ${ALLOWANCE_MS}`,
        verdict: verdict(slower < MIN_SLOWER_ROUNDS),
        note:
          `medians; of ${ROUNDS} pairs ${slower} differ by more, the middle one by ${median(differences).toFixed(0)} ms; ` +
          `${MIN_SLOWER_ROUNDS} would count as not met`,
        detail: samples,
      },
      {
        measure: "offline start with an expired token, beside a getSession() gate",
        unit: "ms",
        ours: expired,
        floor: gate,
        target: "< floor",
        verdict: verdict(expired < gate),
        note: "the gate is measured once",
      },
    ];
  },
};
