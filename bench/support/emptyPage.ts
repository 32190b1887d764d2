import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { serveFolder } from "./serveFolder.ts";

/** A heading and a button that changes the address. */
const PAGE = `<!doctype html>
<html lang="en-GB">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Floor</title>
  <main><h1>Floor</h1><button>Tap</button></main>
  <script>
    let taps = 0;
    document.querySelector("button").onclick = () => { location.hash = ++taps; };
  </script>
</html>
`;

/** The floor of a page that someone taps. Returns its address. */
export async function serveEmptyPage(bench: Bench): Promise<string> {
  const folder = mkdtempSync(join(bench.folder, "empty-"));
  writeFileSync(join(folder, "index.html"), PAGE);
  return `${await serveFolder(bench, folder)}/`;
}
