import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkSettings, SETTINGS } from "./settings.ts";

const SRC = join(import.meta.dirname, "..", "..", "src");
const GOOD = {
  VITE_SITE_URL: "https://academy.org",
  VITE_SUPABASE_URL: "https://abcdefgh.supabase.co",
  VITE_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_abc-DEF_123",
};

test("a production build checks every VITE_ variable that the site reads", () => {
  const read = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .flatMap((name) => readFileSync(join(SRC, name), "utf8").match(/\bVITE_[A-Z_]+/g) ?? []);
  expect(new Set(Object.keys(SETTINGS))).toEqual(new Set(read));
});

test("a production build accepts a hosted project, with or without a separate address for the functions", () => {
  expect(() => checkSettings(GOOD)).not.toThrow();
  const own = "https://functions.academy.org/v1";
  expect(() => checkSettings({ ...GOOD, VITE_FUNCTIONS_URL: own, VITE_PHONE_FACTORS: "on" })).not.toThrow();
});

test("a production build names every missing value and where to find it", () => {
  expect(() => checkSettings({ VITE_SUPABASE_URL: "" })).toThrow(
    [
      "The configuration has 3 error(s):",
      `  VITE_SITE_URL: missing. ${SETTINGS.VITE_SITE_URL}`,
      `  VITE_SUPABASE_URL: missing. ${SETTINGS.VITE_SUPABASE_URL}`,
      `  VITE_SUPABASE_PUBLISHABLE_KEY: missing. ${SETTINGS.VITE_SUPABASE_PUBLISHABLE_KEY}`,
    ].join("\n"),
  );
  expect(SETTINGS.VITE_SUPABASE_URL).toContain("Project Settings");
});

test("a production build names invalid values together with missing ones", () => {
  const faults = () =>
    checkSettings({ VITE_SITE_URL: "academy.org", VITE_SUPABASE_URL: "http://localhost:3000" });
  expect(faults).toThrow(/has 3 error/);
  expect(faults).toThrow(
    /VITE_SITE_URL: must be an https address.*\n.*VITE_SUPABASE_URL: must be an https address/,
  );
  expect(faults).toThrow(/VITE_SUPABASE_PUBLISHABLE_KEY: missing/);
});

test.each([
  ["VITE_SITE_URL", "http://academy.org", "must be an https address"],
  ["VITE_SITE_URL", "https://academy.org/shop", "must have no path"],
  ["VITE_SITE_URL", "https://academy.org?x=1", "must have no path"],
  ["VITE_SITE_URL", "https://academy.example", "is a placeholder"],
  ["VITE_SITE_URL", "https://www.academy.example.", "is a placeholder"],
  ["VITE_SITE_URL", "https://localhost", "is this machine"],
  ["VITE_SITE_URL", "https://127.0.0.2:3000", "is this machine"],
  ["VITE_SITE_URL", "https://[::1]", "is this machine"],
  ["VITE_SUPABASE_URL", "https://<project>.supabase.co", "must be an https address"],
  ["VITE_SUPABASE_URL", "https://abcdefgh.supabase.co/rest/v1", "must have no path"],
  ["VITE_SUPABASE_URL", "https://supabase.example", "is a placeholder"],
  ["VITE_FUNCTIONS_URL", "https://localhost/functions/v1", "is this machine"],
  ["VITE_FUNCTIONS_URL", "functions/v1", "must be an https address"],
  ["VITE_PHONE_FACTORS", "true", "must be on or off"],
  ["VITE_SUPABASE_PUBLISHABLE_KEY", "sb_publishable_…", "must be a publishable key"],
  ["VITE_SUPABASE_PUBLISHABLE_KEY", "sb_publishable_academy_local", "is the key of the embedded server"],
])("a production build rejects %s=%s: %s", (name, value, fault) => {
  expect(() => checkSettings({ ...GOOD, [name]: value })).toThrow(`has 1 error(s):\n  ${name}: ${fault}`);
});

test("a production build rejects a secret key and does not print it", () => {
  const secret = "sb_secret_abcdefgh1234";
  const faults = () => checkSettings({ ...GOOD, VITE_SUPABASE_PUBLISHABLE_KEY: secret });
  expect(faults).toThrow("must be a publishable key");
  expect(faults).not.toThrow(secret);
});

test("a build for tests accepts http and this machine's own addresses, but no placeholder", () => {
  const local = {
    ...GOOD,
    VITE_SITE_URL: "http://localhost:3000",
    VITE_SUPABASE_URL: "http://127.0.0.1:54321",
  };
  expect(() => checkSettings(local, { allowLocal: true })).not.toThrow();
  expect(() => checkSettings({ ...local, VITE_SITE_URL: "http://a.example" }, { allowLocal: true })).toThrow(
    "is a placeholder",
  );
});
