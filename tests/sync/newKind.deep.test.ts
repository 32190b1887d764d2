import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";

/** Follows the recipe "A synced kind" of docs/architecture.md in a copy of the project. */

const ROOT = join(import.meta.dirname, "..", "..");
const LIMIT_MS = 600_000;
const PARTS = [
  ...["content", "functions", "packages", "public", "server", "src", "supabase", "tests", "tools"],
  ...[
    "package.json",
    "tsconfig.json",
    "tsconfig.base.json",
    "tsconfig.app.json",
    "tsconfig.node.json",
    "tsconfig.sw.json",
    "vitest.config.ts",
  ],
];
/** The tests that go through the registry. */
const GENERATED = [
  "src/entities/row.test.ts",
  ...["tests/sync/serverRows.test.ts", "tests/sync/joinProperty.test.ts"],
  "tests/privacy/account.test.ts",
];

const copy = mkdtempSync(join(tmpdir(), "academy-new-kind-"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(join(copy, path, ".."), { recursive: true });
  writeFileSync(join(copy, path), text);
}

/** Adds a line before the only one that begins like this. */
function insertBefore(path: string, begin: string, line: string): void {
  const code = readFileSync(join(copy, path), "utf8");
  expect(code.split(begin), `${begin} in ${path}`).toHaveLength(2);
  writeFileSync(join(copy, path), code.replace(begin, `${line}\n${begin}`));
}

function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

it("a new kind in which the later write wins needs six files, and the tests that exist cover it", {
  timeout: LIMIT_MS,
}, () => {
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(copy, part), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));

  write(
    "src/entities/bookmark/bookmark.ts",
    `import * as z from "zod/mini";
import { LESSON_IDS, type LessonId } from "../../domain/ids.ts";
import { defineKind } from "../row.ts";

/** A lesson that the learner wants to find again. */
export type Bookmark = { lessonId: LessonId; removed: boolean };

export const bookmark = defineKind<Bookmark>({
  kind: "bookmark",
  keyOf: (content) => content.lessonId,
  schema: () => z.looseObject({ lessonId: z.enum(LESSON_IDS), removed: z.boolean() }),
  join: { keeps: "latest" },
  lessonOf: (content) => content.lessonId,
  isWork: true,
  label: (content) => \`Bookmark in lesson \${content.lessonId}\`,
  exportAs: "Bookmarks",
});
`,
  );
  insertBefore(
    "src/entities/registry.ts",
    "import { capstone }",
    'import { bookmark } from "./bookmark/bookmark.ts";',
  );
  insertBefore("src/entities/registry.ts", "  workbookField,\n", "  bookmark,");
  write(
    "supabase/schemas/learning/kinds/bookmark.sql",
    `create function private.check_bookmark(p_content jsonb) returns text
  language sql stable set search_path = ''
  return case
    when private.module_of('ai-fluency-30-days', private.json_text(p_content -> 'lessonId')) is not null
      and pg_catalog.jsonb_typeof(p_content -> 'removed') = 'boolean'
      then p_content ->> 'lessonId'
  end;
comment on function private.check_bookmark is 'A bookmark: {lessonId, removed}.';
`,
  );
  insertBefore(
    "supabase/schemas/learning/study_rows.sql",
    "  ('plan', 'name',",
    "  ('bookmark', 'lessonId', 'latest', '{}'::text[], '{}'::text[], true, 300),",
  );
  run("tools/database/diff.ts", "bookmarks");
  insertBefore(
    "tests/support/kindSamples.ts",
    "  plan: fc.record(",
    '  bookmark: fc.record({ lessonId: fc.constant("2"), removed: fc.boolean() }),',
  );

  const report = join(copy, "report.json");
  run("node_modules/vitest/vitest.mjs", "run", "--reporter=json", `--outputFile=${report}`, ...GENERATED);
  const { testResults } = z
    .object({
      testResults: z.array(
        z.object({ name: z.string(), assertionResults: z.array(z.object({ fullName: z.string() })) }),
      ),
    })
    .parse(JSON.parse(readFileSync(report, "utf8")));
  const named = testResults
    .filter(({ assertionResults }) => assertionResults.some(({ fullName }) => fullName.includes("bookmark")))
    .map(({ name }) => name.slice(copy.length + 1));
  expect(testResults).toHaveLength(GENERATED.length);
  expect(named.length).toBeGreaterThan(1);
});
