import { expect } from "@playwright/test";
import { test as base } from "./academyTest.ts";
import { watchForeignRequests, watchPage } from "./page.ts";

/** The viewport of a phone in portrait orientation. */
const PHONE = { width: 360, height: 740 };

/**
 * For purchases, on a phone by default. Watches every page: in all tests, no page may throw, report an error, violate the
 * content policy or request anything from a third party.
 */
export const test = base.extend<{ watched: undefined }>({
  viewport: PHONE,
  // The worker serves the same pages, and installing it for each buyer takes time.
  serviceWorkers: "block",
  // A purchase has many pages, and recording them takes longer than the purchase.
  trace: "off",
  watched: [
    async ({ context }, use) => {
      const foreign = watchForeignRequests(context);
      const faults: string[][] = [];
      context.on("page", (page) => faults.push(watchPage(page)));
      await use(undefined);
      expect(foreign, "requests to third parties").toEqual([]);
      expect(faults.flat(), "errors on the pages").toEqual([]);
    },
    { auto: true },
  ],
});
