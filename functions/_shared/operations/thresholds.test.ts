import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Figures } from "./figures.ts";
import { problemsIn, THRESHOLDS } from "./thresholds.ts";

const PAGE = readFileSync(new URL("../../../docs/alerts.md", import.meta.url), "utf8");
test("docs/alerts.md has a section for each problem, which begins with the first remedy given in the code", () => {
  for (const [code, { first }] of Object.entries(THRESHOLDS)) {
    const [, section = ""] = PAGE.split(`### ${code}\n`);
    const [begin = ""] = section.split("### ");
    expect(begin.replaceAll(/[`\n ]+/g, " "), code).toContain(`First: ${first.replaceAll(/[`\n ]+/g, " ")}`);
  }
});

test("a single person who is charged, refunded or served wrongly is a problem", () => {
  const zeros = Object.fromEntries(Object.values(THRESHOLDS).map(({ figure }) => [figure, 0]));
  const healthy = { ...zeros, late_jobs: [], retention_late: [] } as unknown as Figures; // Only these can be a problem.
  expect(problemsIn(healthy)).toEqual([]);
  for (const figure of [
    "mail_given_up",
    "events_failing",
    "paid_without_event",
    "paid_without_access",
    "plans_not_paused",
    "plans_without_schedule",
    "second_purchases",
    "orders_unchecked",
    "certificates_missed",
    "deletions_overdue",
  ] as const)
    expect(problemsIn({ ...healthy, [figure]: 1 })).toMatchObject([{ figure, value: 1 }]);
});
