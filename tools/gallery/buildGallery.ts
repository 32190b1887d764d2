import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fingerprint, isFresh } from "../fingerprint.ts";
import { viteBuild } from "../viteBuild.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** The folder for `/_dev/ui`, separate from dist/, which is deployed. */
const DIST_DEV = join(ROOT, "dist-dev");
const INPUTS = ["src/ui", "tools/gallery", "package-lock.json"].map((input) => join(ROOT, input));
const STAMP = join(ROOT, "node_modules", ".cache", "academy-gallery");

/** Builds the page that shows every primitive, under the site's content policy: no inline script, style or font. */
export async function buildGalleryIfStale(): Promise<void> {
  const stamp = fingerprint(INPUTS);
  if (existsSync(join(DIST_DEV, "index.html")) && isFresh(STAMP, stamp)) return;
  await viteBuild({
    configFile: false,
    root: import.meta.dirname,
    base: "/_dev/ui/",
    publicDir: false,
    plugins: [react({ jsxImportSource: "#jsx" }), tailwindcss()],
    build: { outDir: DIST_DEV, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, stamp);
}
