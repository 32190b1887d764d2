import { expect, test } from "vitest";
import { chunksOf, type Manifest } from "./pageChunks.ts";

const MANIFEST: Manifest = {
  "index.html": { file: "assets/index.js", imports: ["_react.js"] },
  "_react.js": { file: "assets/react.js" },
  "src/page.tsx": { file: "assets/page.js", imports: ["_react.js", "_shared.js"] },
  "_shared.js": { file: "assets/shared.js", imports: ["_react.js"] },
};

test("a page's scripts are its chunks and what they import, each counted once", () => {
  expect(chunksOf(MANIFEST, ["index.html", "src/page.tsx"]).sort()).toEqual([
    "assets/index.js",
    "assets/page.js",
    "assets/react.js",
    "assets/shared.js",
  ]);
});

test("a page that is no longer in the build is an error and not a saving", () => {
  expect(() => chunksOf(MANIFEST, ["src/renamed.tsx"])).toThrow("the build has no chunk for src/renamed.tsx");
});
