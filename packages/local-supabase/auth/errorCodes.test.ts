import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const AUTH_JS = dirname(createRequire(import.meta.url).resolve("@supabase/auth-js/package.json"));
/** A GoTrue error code (internal/api/apierrors/errorcode.go) that supabase-js does not list yet. */
const NEWER = ["feature_disabled"];
const CODE = /^[a-z0-9]+(_[a-z0-9]+)+$/;

test("every error code that the auth server returns exists in GoTrue", () => {
  const list = readFileSync(join(AUTH_JS, "src/lib/error-codes.ts"), "utf8");
  const known = new Set<string>([...(list.match(/(?<=')\w+(?=')/g) ?? []), ...NEWER]);
  const cwd = import.meta.dirname;
  const files = globSync("**/*.ts", { cwd, exclude: (name) => name.endsWith(".test.ts") });
  const answered = files.flatMap((file) => {
    const source = readFileSync(join(cwd, file), "utf8");
    const direct = [...source.matchAll(/new AuthError\(\s*\d+,\s*"(\w+)"/g)];
    const enrolment = [...source.matchAll(/"(mfa_\w+_not_enabled)"/g)];
    return [...direct, ...enrolment].map(([, code = ""]) => code);
  });
  expect(answered.length).toBeGreaterThan(20);
  for (const code of answered) expect(code).toMatch(CODE);
  expect(answered.filter((code) => !known.has(code))).toEqual([]);
});
