import { copyFileSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import type { Bench } from "./bench.ts";

/** Copied beside the page as `sw.js`. See floors/shellWorker.mjs. */
type PageSource = { entry: URL; worker?: URL; define?: Record<string, string> };

const ROOT = join(import.meta.dirname, "..", "..");

/**
 * Builds a page around one module with the site's own tool chain, as `index.html`, `main.js` and, if there are
 * styles, `main.css`. Returns its folder.
 */
export async function buildPage(bench: Bench, { entry, worker, define = {} }: PageSource): Promise<string> {
  const outDir = mkdtempSync(join(bench.folder, "page-"));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    base: "./",
    publicDir: false,
    define,
    plugins: [react({ jsxImportSource: "#jsx" }), tailwindcss()],
    // `#jsx` is an import of the repository's package.json, and this folder has one of its own.
    resolve: { alias: [{ find: /^#jsx\/.*/, replacement: join(ROOT, "src", "ui", "jsx.ts") }] },
    build: {
      outDir,
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { main: fileURLToPath(entry) },
        output: { entryFileNames: "[name].js", assetFileNames: "[name][extname]" },
      },
    },
  });
  const styles = existsSync(join(outDir, "main.css")) ? `<link rel="stylesheet" href="./main.css" />` : "";
  writeFileSync(join(outDir, "index.html"), htmlWith(styles));
  if (worker) copyFileSync(worker, join(outDir, "sw.js"));
  return outDir;
}

const htmlWith = (styles: string) => `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Floor</title>
    ${styles}
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="./main.js"></script>
  </body>
</html>
`;
