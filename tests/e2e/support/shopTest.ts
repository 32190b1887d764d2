import { expect } from "@playwright/test";
import { test as base } from "./academyTest.ts";
import { type Backstage, goBackstage } from "./backstage.ts";
import { watchForeignRequests, watchPage } from "./page.ts";

/** As a phone holds it. */
const PHONE = { width: 360, height: 740 };

/**
 * For purchases, on a phone unless a test says otherwise: beside the academy its other side, and every page is watched.
 * Whatever a test is about, no page may throw, report an error, break the policy or ask a third party for anything.
 */
export const test = base.extend<{ watched: undefined }, { backstage: Backstage }>({
  viewport: PHONE,
  // It serves the same pages, and to install it for each buyer takes time.
  serviceWorkers: "block",
  // A purchase crosses many pages: to record them takes longer than to buy.
  trace: "off",
  backstage: [async ({ academy }, use) => use(await goBackstage(academy)), { scope: "worker" }],
  watched: [
    async ({ context }, use) => {
      const foreign = watchForeignRequests(context);
      const faults: string[][] = [];
      context.on("page", (page) => faults.push(watchPage(page)));
      await use(undefined);
      expect(foreign, "requests to third parties").toEqual([]);
      expect(faults.flat(), "what the pages complained about").toEqual([]);
    },
    { auto: true },
  ],
});
