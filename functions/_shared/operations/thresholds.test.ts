import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { THRESHOLDS } from "./thresholds.ts";

const PAGE = readFileSync(new URL("../../../docs/alerts.md", import.meta.url), "utf8");
test("docs/alerts.md has a section for each problem, which begins with the first remedy given in the code", () => {
  for (const [code, { first }] of Object.entries(THRESHOLDS)) {
    const [, section = ""] = PAGE.split(`### ${code}\n`);
    const [begin = ""] = section.split("### ");
    expect(begin.replaceAll(/[`\n ]+/g, " "), code).toContain(`First: ${first.replaceAll(/[`\n ]+/g, " ")}`);
  }
});
