import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Bundles, bundleFunctions, functionNames } from "../../tools/deploy/functionBundles.ts";
import { type DenoServer, startBundleServer } from "../support/deno.ts";

const SITE = "https://www.academy-site.org";
const BUNDLING_TIMEOUT_MS = 120_000;

const workdir = mkdtempSync(join(tmpdir(), "academy-bundles-"));
let bundles: Bundles;
let server: DenoServer | undefined;
beforeAll(async () => {
  bundles = await bundleFunctions(workdir);
}, BUNDLING_TIMEOUT_MS);
afterAll(async () => {
  await server?.stop();
  rmSync(workdir, { recursive: true, force: true });
});

it("each function has one bundle, which imports only Node's own modules", () => {
  expect(bundles.names).toEqual(functionNames());
  for (const name of bundles.names) {
    const code = readFileSync(join(workdir, "supabase", "functions", name, "index.js"), "utf8");
    const imports = [...code.matchAll(/(?:^|;)import[^;"]*"([^"]+)"/g)].map(([, from]) => from);
    expect(imports.filter((from) => !from?.startsWith("node:"))).toEqual([]);
  }
});

it(
  "the same sources produce the same bundles, so an unchanged deployment is recognised",
  async () => {
    const again = mkdtempSync(join(tmpdir(), "academy-bundles-"));
    expect((await bundleFunctions(again)).digest).toBe(bundles.digest);
    rmSync(again, { recursive: true });
  },
  BUNDLING_TIMEOUT_MS,
);

it("every bundle starts under Deno without any packages and answers requests from the site's pages", async () => {
  server = await startBundleServer(join(workdir, "supabase", "functions"), bundles.names, {
    SUPABASE_URL: "http://127.0.0.1:9",
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_x"}',
    SITE_URL: SITE,
    STRIPE_SECRET_KEY: "sk_test_x",
    STRIPE_WEBHOOK_SECRET: "whsec_x",
    CERTIFICATE_KEY: "dGhlIHNlZWQgb2YgYSBrZXkgZm9yIHRlc3RzIG9ubHk",
    RESEND_API_KEY: "re_x",
  });
  for (const name of bundles.names) {
    const reply = await fetch(`${server.url}/${name}`, { method: "OPTIONS", headers: { origin: SITE } });
    expect.soft([name, reply.status]).toEqual([name, 204]);
    expect
      .soft(reply.headers.get("access-control-allow-origin"), name)
      .toMatch(/^(\*|https:\/\/www\.academy-site\.org)$/);
  }
});
