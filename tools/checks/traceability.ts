import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ID = /\bS-\d{3}\b/g;
const TEST_FILE = /[.](test|spec)[.]tsx?$/;
const FOLDERS = ["src", "functions", "server", "packages", "tools", "tests"];

/** Every requirement id in docs/requirements.md with its text, in order. */
export function readRequirements(root: string): Map<string, string> {
  const requirements = new Map<string, string>();
  for (const line of readFileSync(join(root, "docs", "requirements.md"), "utf8").split("\n")) {
    const match = /^\| (S-\d{3}) \| (.*?) \|$/.exec(line);
    if (match?.[1] && match[2]) requirements.set(match[1], match[2]);
  }
  return requirements;
}

/** Every id that a test names, with the files that name it. */
export function readNamedIds(root: string): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const folder of FOLDERS) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!TEST_FILE.test(file)) continue;
      const ids = new Set(readFileSync(join(root, folder, file), "utf8").match(ID) ?? []);
      for (const id of ids) named.set(id, [...(named.get(id) ?? []), join(folder, file)]);
    }
  }
  return named;
}

/** Prints how many requirements no test names yet, and which. */
export function printUnprovenRequirements(root: string): void {
  const named = readNamedIds(root);
  const requirements = readRequirements(root);
  const unproven = [...requirements].filter(([id]) => !named.has(id));
  console.info(`${unproven.length} of ${requirements.size} requirements are named by no test yet:`);
  for (const [id, text] of unproven) console.info(`  ${id} ${text}`);
}
