import { test as base } from "@playwright/test";
import { type AcademyProcess, startAcademyProcess } from "../../support/academyProcess.ts";

type AcademyFixture = [
  (fixtures: object, use: (academy: AcademyProcess) => Promise<void>) => Promise<void>,
  { scope: "worker" },
];

/** One academy, which takes seconds to start, for all files that leave it unchanged or use separate email addresses. */
export const test = base.extend<object, { academy: AcademyProcess }>({
  academy: anAcademy(),
  baseURL: ({ academy }, use) => use(academy.url),
});

/** A file that changes shared state, such as the provider's clock, extends its test with a separate `academy`. */
export function anAcademy(): AcademyFixture {
  return [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const academy = await startAcademyProcess();
      await use(academy);
      await academy.dispose();
    },
    { scope: "worker" },
  ];
}
