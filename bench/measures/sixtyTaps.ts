import type { Page } from "@playwright/test";
import { goBackstage } from "../../tests/e2e/support/backstage.ts";
import { signUpEnrolled } from "../../tests/e2e/support/enrol.ts";
import { serveEmptyPage } from "../support/emptyPage.ts";
import { type Tap, type Timed, tapThrough, watchInteractions } from "../support/interactions.ts";
import { learnerSession } from "../support/learnerSession.ts";
import { type Measure, verdict } from "../support/measure.ts";
import { CPU_SLOWDOWN } from "../support/offlineStart.ts";
import { slowDown } from "../support/slowPhone.ts";
import { median, p98 } from "../support/statistics.ts";

const BUDGET_MS = 200;
const REST_MS = 500;
const WORST = 5;
const STEP_TIMEOUT_MS = 30_000;
const LEARNER = { email: "sixty.taps@example.org", password: "measured-in-the-same-run" };
const FLOOR_TAP: Tap = { name: "button", at: (page) => page.locator("button") };

/** Interaction to next paint over a learner's session on a slow phone, beside as many taps on a button. */
export const sixtyTaps: Measure = {
  name: "sixty-taps",
  timeoutMs: 10 * 60_000,
  async take(bench) {
    const academy = await bench.academy();
    const name = { firstName: "Ada", lastName: "Byron" };
    await signUpEnrolled(await goBackstage(academy), { ...LEARNER, ...name });
    const context = await bench.openProfile({ hasTouch: true });
    context.setDefaultTimeout(STEP_TIMEOUT_MS);
    const session = learnerSession();

    const page = await context.newPage();
    await prepare(page);
    await page.goto(`${academy.url}/auth`);
    await page.getByLabel("Email").fill(LEARNER.email);
    await page.getByLabel("Password", { exact: true }).fill(LEARNER.password);
    const ours = await tapThrough(page, session, REST_MS);

    const floorPage = await context.newPage();
    await prepare(floorPage);
    await floorPage.goto(await serveEmptyPage(bench));
    const floor = await tapThrough(
      floorPage,
      session.map(() => FLOOR_TAP),
      REST_MS,
    );
    await context.close();
    const [own, least] = [ours.map(({ ms }) => ms), floor.map(({ ms }) => ms)];
    return [
      {
        measure: `interaction to next paint, ${session.length} taps, ${CPU_SLOWDOWN}× CPU, p98`,
        unit: "ms",
        ours: p98(own),
        floor: p98(least),
        // On a machine where the floor itself exceeds the target, only the comparison counts.
        target: `< ${BUDGET_MS}, or the floor's where that is more`,
        verdict: verdict(p98(own) < Math.max(BUDGET_MS, p98(least))),
        note: `medians ${median(own)} and ${median(least)}; the slowest: ${slowest(ours)}`,
        detail: { ours: ours.map(({ name, ms }) => `${name}: ${ms}`), floor: least },
      },
    ];
  },
};

async function prepare(page: Page): Promise<void> {
  await watchInteractions(page);
  await slowDown(page);
}

function slowest(timed: readonly Timed[]): string {
  const sorted = [...timed].sort((a, b) => b.ms - a.ms).slice(0, WORST);
  return sorted.map(({ name, ms }) => `${name} ${ms} ms`).join(", ");
}
