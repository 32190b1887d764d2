import { test as base } from "@playwright/test";
import { type AcademyProcess, startAcademyProcess } from "../../support/academyProcess.ts";

/** One academy for all files that only look at it or use e-mail addresses of their own: starting it costs seconds. */
export const test = base.extend<object, { academy: AcademyProcess }>({
  academy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which other fixtures are needed
    async ({}, use) => {
      const academy = await startAcademyProcess();
      await use(academy);
      await academy.dispose();
    },
    { scope: "worker" },
  ],
  baseURL: ({ academy }, use) => use(academy.url),
});
