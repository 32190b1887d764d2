import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SERVER_VARIABLES } from "../../server/env.ts";
import { SITE } from "../../src/domain/site.ts";
import { SECRETS, secretsIn } from "../../tools/site/publicEnv.ts";
import { secretsOf } from "../support/logWatch.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const DIST = join(ROOT, "dist");
const DATA = join(ROOT, ".data");
const TEXT = /\.(js|css|html|json|webmanifest|xml|txt|svg|conf)$|\/_\w+$/;
/** In a setting of the build, in an example, or what everything is called. */
const NO_NAMES_OF_SECRETS = ["PORT", "HOST", "SITE_URL"];

const texts = readdirSync(DIST, { recursive: true, encoding: "utf8" })
  .filter((name) => TEXT.test(`/${name}`))
  .map((name): [string, string] => [name, readFileSync(join(DIST, name), "utf8")]);
const filesThatHold = (what: RegExp | string) =>
  texts
    .filter(([, text]) => (typeof what === "string" ? text.includes(what) : what.test(text)))
    .map(([path]) => path);

test("the built site holds no secret: neither one that looks like it nor this machine's own", () => {
  expect(texts.length).toBeGreaterThan(50);
  const own = existsSync(join(DATA, "secrets.json")) ? secretsOf(DATA) : [];
  for (const secret of [...SECRETS, ...own]) expect([secret, filesThatHold(secret)]).toEqual([secret, []]);
});

test("the built site knows no setting of the server and no folder of the machine that built it", () => {
  const settings = SERVER_VARIABLES.filter((name) => !NO_NAMES_OF_SECRETS.includes(name));
  for (const name of [...settings, "SUPABASE_SECRET_KEY", "process.env.", ROOT, `${homedir()}/`])
    expect([name, filesThatHold(name)]).toEqual([name, []]);
});

test("the only e-mail addresses in the built site are the provider's own", () => {
  const found = texts.flatMap(([, text]) => text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/g) ?? []);
  expect(new Set(found)).toEqual(new Set([SITE.supportEmail, SITE.contactEmail]));
});

test.each([
  ["sb_secret_abcdefgh1234"],
  [["sk", "live", "a1b2c3d4e5"].join("_")],
  [`eyJhbGciOiJIUzI1NiJ9.${btoa('{"iss":"supabase","role":"service_role"}')}.c2ln`],
])("a build that was given %s for all to see is refused", (value) => {
  expect(secretsIn({ VITE_SUPABASE_PUBLISHABLE_KEY: value, MODE: "production" })).toEqual([
    "VITE_SUPABASE_PUBLISHABLE_KEY",
  ]);
  expect(secretsIn({ VITE_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_abcdefgh" })).toEqual([]);
});
