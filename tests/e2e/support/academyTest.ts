import { test as base } from "@playwright/test";
import { type AcademyProcess, startAcademyProcess } from "../../support/server/academyProcess.ts";
import { type Backstage, goBackstage } from "./backstage.ts";

/**
 * One academy, which takes seconds to start, for all files that leave it unchanged or use separate email addresses.
 * Playwright runs files one after another in the same worker only if their fixtures of this scope are the same. Add
 * another one here, because in the test of a file it means a second academy.
 */
export const test = base.extend<object, { academy: AcademyProcess; backstage: Backstage }>({
  academy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const academy = await startAcademyProcess();
      await use(academy);
      await academy.dispose();
    },
    { scope: "worker" },
  ],
  backstage: [async ({ academy }, use) => use(await goBackstage(academy)), { scope: "worker" }],
  baseURL: ({ academy }, use) => use(academy.url),
});
