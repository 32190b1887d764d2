import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SERVER_VARIABLES } from "../../server/env.ts";
import { initialFacts } from "../../src/domain/provider/facts.ts";
import { SECRETS, secretsIn } from "../../tools/site/publicEnv.ts";
import { secretsOf } from "../support/logWatch.ts";

const FACTS = initialFacts().facts;

const ROOT = join(import.meta.dirname, "..", "..");
const DIST = join(ROOT, "dist");
const DATA = join(ROOT, ".data");
const TEXT = /\.(js|css|html|json|webmanifest|xml|txt|svg|conf)$|\/_\w+$/;
/** Common words that may appear in the built site. */
const COMMON_NAMES = ["PORT", "HOST", "SITE_URL"];

const texts = readdirSync(DIST, { recursive: true, encoding: "utf8" })
  .filter((name) => TEXT.test(`/${name}`))
  .map((name): [string, string] => [name, readFileSync(join(DIST, name), "utf8")]);
const filesThatHold = (what: RegExp | string) =>
  texts
    .filter(([, text]) => (typeof what === "string" ? text.includes(what) : what.test(text)))
    .map(([path]) => path);

test("the built site contains nothing that looks like a secret, and none of this machine's secrets", () => {
  expect(texts.length).toBeGreaterThan(50);
  const own = existsSync(join(DATA, "secrets.json")) ? secretsOf(DATA) : [];
  for (const secret of [...SECRETS, ...own]) expect([secret, filesThatHold(secret)]).toEqual([secret, []]);
});

test("the built site contains no server setting and no path from the machine that built it", () => {
  const settings = SERVER_VARIABLES.filter((name) => !COMMON_NAMES.includes(name));
  for (const name of [...settings, "SUPABASE_SECRET_KEY", "process.env.", ROOT, `${homedir()}/`])
    expect([name, filesThatHold(name)]).toEqual([name, []]);
});

test("the only email addresses in the built site are the academy's own", () => {
  const found = texts
    // The tables of characters in pdfjs-dist look like addresses in places.
    .filter(([path]) => !path.includes("kept-pdf-worker"))
    .flatMap(([, text]) => text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/g) ?? []);
  expect(new Set(found)).toEqual(new Set([FACTS.supportEmail, FACTS.contactEmail]));
});

test.each([
  ["sb_secret_abcdefgh1234"],
  [["sk", "live", "a1b2c3d4e5"].join("_")],
  [`eyJhbGciOiJIUzI1NiJ9.${btoa('{"iss":"supabase","role":"service_role"}')}.c2ln`],
])("a build with %s in a public variable is rejected", (value) => {
  expect(secretsIn({ VITE_SUPABASE_PUBLISHABLE_KEY: value, MODE: "production" })).toEqual([
    "VITE_SUPABASE_PUBLISHABLE_KEY",
  ]);
  expect(secretsIn({ VITE_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_abcdefgh" })).toEqual([]);
});
