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

test("a page's scripts are its chunks and their imports, each once and after its own imports", () => {
  expect(chunksOf(MANIFEST, ["index.html", "src/page.tsx"])).toEqual([
    "assets/react.js",
    "assets/index.js",
    "assets/shared.js",
    "assets/page.js",
  ]);
});

test("a page that is missing from the build is an error", () => {
  expect(() => chunksOf(MANIFEST, ["src/renamed.tsx"])).toThrow("the build has no chunk for src/renamed.tsx");
});

test("scripts that a page loads later are counted too", () => {
  expect(withLater(MANIFEST, "src/page.tsx")).toEqual(["src/page.tsx", "form.ts", "send.ts"]);
});
