import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");

/** Every built file below `folder` that mentions the address of the gallery. */
function filesThatNameTheGallery(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(html|js|css|json)$/.test(name) && statSync(join(ROOT, folder, name)).isFile())
    .filter((name) => /_dev\/ui|tools\/gallery/.test(readFileSync(join(ROOT, folder, name), "utf8")));
}

test("the deployed site contains nothing from the design system's gallery page", () => {
  expect(filesThatNameTheGallery("dist")).toEqual([]);
  expect(filesThatNameTheGallery("dist-dev")).toContain("index.html");
});
