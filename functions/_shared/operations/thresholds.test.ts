import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { THRESHOLDS } from "./thresholds.ts";

const PAGE = readFileSync(new URL("../../../docs/alerts.md", import.meta.url), "utf8");
const cells = (line: string) => line.split("|").map((cell) => cell.trim().replace(/^`(.*)`$/, "$1"));

test("the table in docs/alerts.md lists the same problems, figures, thresholds and meanings as the code, in the same order", () => {
  const rows = PAGE.split("\n").flatMap((line) => {
    const [, code = "", figure, above, means] = cells(line);
    return Object.hasOwn(THRESHOLDS, code) ? [{ code, figure, above, means }] : [];
  });
  expect(rows).toEqual(
    Object.entries(THRESHOLDS).map(([code, { figure, most, means }]) => ({
      ...{ code, figure, above: String(most), means },
    })),
  );
});

test("docs/alerts.md has a section for each problem, which begins with the first remedy given in the code", () => {
  for (const [code, { first }] of Object.entries(THRESHOLDS)) {
    const [, section = ""] = PAGE.split(`### ${code}\n`);
    const [begin = ""] = section.split("### ");
    expect(begin.replaceAll(/[`\n ]+/g, " "), code).toContain(`First: ${first.replaceAll(/[`\n ]+/g, " ")}`);
  }
});
