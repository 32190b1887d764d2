import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { CRUISE_OPTIONS } from "../checks/importRules.ts";
import type { Fault, SqlFault } from "./faults.ts";

const NEAREST_FILES = 2;
const FOLDERS = ["src", "functions", "server", "packages", "tools", "tests"];
const isTest = (file: string) => file.endsWith(".test.ts") || file.endsWith(".test.tsx");
const isDeep = (file: string) => file.includes(".deep.");

/**
 * The tests of each fault's file, the nearest first: by the number of imports between them, and for the same number by how
 * often they name what the file is about. A server function and a function of the database are also near to a file that
 * names them in quotes. Tests reach the server over HTTP, so after the nearest few, the tests of its files are ordered by
 * the words that they share.
 */
export async function testsFor(
  root: string,
  faults: readonly (Fault | SqlFault)[],
): Promise<Map<Fault | SqlFault, string[]>> {
  const code = readCode(root);
  const users = await usersOf(root, code);
  const wordsOf = wordsOfTests(code);
  return new Map(
    faults.map((fault) => {
      const all = nearest(fault, users, code);
      if (fault.file.startsWith("src/")) return [fault, all];
      // Tests in src have fakes in place of the server.
      const tests = all.filter((file) => !file.startsWith("src/"));
      const text = "statement" in fault ? fault.statement : (code.get(fault.file) ?? "");
      const likeness = likenessTo(wordsIn(`${fault.file} ${text}`), wordsOf);
      const others = tests.slice(NEAREST_FILES).sort((one, other) => likeness(other) - likeness(one));
      return [fault, [...tests.slice(0, NEAREST_FILES), ...others]];
    }),
  );
}

type Code = ReadonlyMap<string, string>;

function readCode(root: string): Code {
  const files = [...FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx}`), "supabase/schemas/**/*.sql"].flatMap(
    (pattern) => globSync(pattern, { cwd: root, exclude: ["**/node_modules/**"] }),
  );
  return new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

const wordsIn = (text: string) =>
  new Set(
    text
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z]{4,}/g),
  );

const wordsOfTests = (code: Code) =>
  new Map(
    [...code].filter(([file]) => isTest(file)).map(([file, text]) => [file, wordsIn(`${file} ${text}`)]),
  );

/** How many words a test shares with `mine`. Words that few tests have count more, and words of long tests less. */
function likenessTo(mine: Set<string>, wordsOf: Map<string, Set<string>>): (test: string) => number {
  const tests = [...wordsOf.values()];
  const weights = [...mine].map(
    (word) => [word, Math.log(tests.length / (1 + tests.filter((each) => each.has(word)).length))] as const,
  );
  return (test) => {
    const words = wordsOf.get(test) ?? new Set();
    const shared = weights.reduce((sum, [word, weight]) => sum + (words.has(word) ? weight : 0), 0);
    return shared / Math.sqrt(words.size + 1);
  };
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
    for (const [file, text] of code)
      if ((isTest(file) || file.startsWith("tests/")) && text.includes(`"${name}"`)) add(entry, file);
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
