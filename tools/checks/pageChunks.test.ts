import { expect, test } from "vitest";
import { chunksOf, type Manifest, withLater } from "./pageChunks.ts";

const MANIFEST: Manifest = {
  "index.html": { file: "assets/index.js", imports: ["_react.js"] },
  "_react.js": { file: "assets/react.js" },
  "src/page.tsx": {
    file: "assets/page.js",
    imports: ["_react.js", "_shared.js"],
    dynamicImports: ["form.ts"],
  },
  "form.ts": { file: "assets/form.js", dynamicImports: ["send.ts"] },
  "send.ts": { file: "assets/send.js" },
  "_shared.js": { file: "assets/shared.js", imports: ["_react.js"] },
};

test("a page's scripts are its chunks and what they import, each counted once and after what it needs", () => {
  expect(chunksOf(MANIFEST, ["index.html", "src/page.tsx"])).toEqual([
    "assets/react.js",
    "assets/index.js",
    "assets/shared.js",
    "assets/page.js",
  ]);
});

test("a page that is no longer in the build is an error and not a saving", () => {
  expect(() => chunksOf(MANIFEST, ["src/renamed.tsx"])).toThrow("the build has no chunk for src/renamed.tsx");
});

test("what a page asks for later is counted as well", () => {
  expect(withLater(MANIFEST, "src/page.tsx")).toEqual(["src/page.tsx", "form.ts", "send.ts"]);
});
