import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const KNOWN = join(ROOT, "node_modules/@supabase/auth-js/src/lib/error-codes.ts");
const CODE = /^[a-z]+(_[a-z0-9]+)+$/;

test("every error code that the auth server answers with is one that supabase-js knows", () => {
  const known = new Set(readFileSync(KNOWN, "utf8").match(/(?<=')\w+(?=')/g));
  const files = globSync("packages/local-supabase/auth/**/*.ts", {
    cwd: ROOT,
    exclude: (name) => name.endsWith(".test.ts"),
  });
  const answered = files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), "utf8");
    const direct = [...source.matchAll(/new AuthError\(\s*\d+,\s*"(\w+)"/g)].map(([, code = ""]) => code);
    return [...direct, ...[...source.matchAll(/"(mfa_\w+_not_enabled)"/g)].map(([, code = ""]) => code)];
  });
  expect(answered.length).toBeGreaterThan(20);
  for (const code of answered) expect(code).toMatch(CODE);
  expect(answered.filter((code) => !known.has(code))).toEqual([]);
});
