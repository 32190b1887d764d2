import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { CRUISE_OPTIONS } from "../checks/importRules.ts";
import type { Fault, SqlFault } from "./faults.ts";

const FOLDERS = ["src", "functions", "server", "packages", "tools", "tests"];
const isTest = (file: string) => file.endsWith(".test.ts") || file.endsWith(".test.tsx");
const isDeep = (file: string) => file.includes(".deep.");

/**
 * The tests of each fault's file, the nearest first: by the number of imports between them, and for the same number by how
 * often they name what the file is about. A server function and a function of the database are also near to a file that
 * names them in quotes.
 */
export async function testsFor(
  root: string,
  faults: readonly (Fault | SqlFault)[],
): Promise<Map<Fault | SqlFault, string[]>> {
  const code = readCode(root);
  const users = await usersOf(root, code);
  return new Map(faults.map((fault) => [fault, nearest(fault, users, code)]));
}

type Code = ReadonlyMap<string, string>;

function readCode(root: string): Code {
  const files = [...FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx}`), "supabase/schemas/**/*.sql"].flatMap(
    (pattern) => globSync(pattern, { cwd: root, exclude: ["**/node_modules/**"] }),
  );
  return new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

/** For each file, the files that import it or name it. */
async function usersOf(root: string, code: Code): Promise<Map<string, Set<string>>> {
  const { output } = await cruise(FOLDERS, { ...CRUISE_OPTIONS, baseDir: root }, undefined, {
    tsConfig: extractTSConfig("tsconfig.base.json"),
  });
  const users = new Map<string, Set<string>>();
  const add = (file: string, user: string) => users.set(file, (users.get(file) ?? new Set()).add(user));
  for (const { source, dependencies } of (output as ICruiseResult).modules)
    for (const { resolved } of dependencies) add(resolved, source);
  for (const entry of globSync("functions/*/index.ts", { cwd: root })) {
    const name = entry.split("/")[1] ?? "";
    for (const [file, text] of code) if (isTest(file) && text.includes(`"${name}"`)) add(entry, file);
  }
  return users;
}

function nearest(fault: Fault | SqlFault, users: Map<string, Set<string>>, code: Code): string[] {
  const names = "name" in fault ? [bare(fault.name)] : exportsOf(code.get(fault.file) ?? "");
  let level = "name" in fault ? usersInText(names, code) : new Set([fault.file]);
  const seen = new Set(level);
  const tests: string[] = [];
  while (level.size > 0) {
    const found = [...level].filter((file) => isTest(file) && !isDeep(file));
    const mentions = (file: string) =>
      names.reduce((sum, name) => sum + (code.get(file) ?? "").split(name).length - 1, 0);
    tests.push(...found.sort((one, other) => mentions(other) - mentions(one) || (one < other ? -1 : 1)));
    const next = new Set<string>();
    for (const file of level)
      for (const user of file.endsWith(".sql")
        ? usersInText(definedIn(code.get(file) ?? ""), code)
        : (users.get(file) ?? []))
        if (!seen.has(user)) next.add(user);
    for (const file of next) seen.add(file);
    level = next;
  }
  return tests;
}

const bare = (name: string) => name.replace(/^\w+\./, "");
const exportsOf = (text: string) =>
  [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, name = ""]) => name);
const definedIn = (sql: string) =>
  [...sql.matchAll(/^create function ([\w.]+)/gm)].map(([, name = ""]) => bare(name));

/** The files that name one of these functions of the database. */
function usersInText(names: readonly string[], code: Code): Set<string> {
  const pattern = new RegExp(`\\b(?:${names.join("|")})\\b`);
  const found = [...code].filter(
    ([file, text]) => !file.startsWith("packages/") && names.length > 0 && pattern.test(text),
  );
  return new Set(found.map(([file]) => file));
}
