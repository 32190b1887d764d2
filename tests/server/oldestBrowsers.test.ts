import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import config from "../../vite.config.ts";

const PLACES = ["README.md", "content/legal/accessibility.md", "docs/decisions/0044-oldest-browsers.md"];

test("the build targets the oldest browsers that the README and the accessibility page name", () => {
  const target = config({ command: "build", mode: "production" }).build?.target;
  expect(target).toHaveLength(4);
  for (const place of PLACES) {
    const text = readFileSync(place, "utf8").replace(/\s+/g, " ");
    const [, chrome, firefox, safari] =
      /Chrome and Edge (?:from version )?([\d.]+),? .*?Firefox (?:from )?([\d.]+).*?Safari (?:from )?([\d.]+)/.exec(
        text,
      ) ?? [];
    expect(target, place).toEqual([
      `chrome${chrome}`,
      `edge${chrome}`,
      `firefox${firefox}`,
      `safari${safari}`,
    ]);
  }
});
