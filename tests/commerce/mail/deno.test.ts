import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import {
  DENO,
  DENO_ENVIRONMENT,
  OFFLINE,
  serveUnderDeno,
  stopDenoServers,
} from "../../support/server/deno.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const ENVIRONMENT = {
  SUPABASE_URL: "http://127.0.0.1:9",
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_x"}',
  SITE_URL: "https://academy.example",
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  CERTIFICATE_KEY: "dGhlIHNlZWQgb2YgYSBrZXkgZm9yIHRlc3RzIG9ubHk",
  SMTP_URL: "smtp://127.0.0.1:9",
};

const entries = readdirSync(join(ROOT, "functions"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map((entry) => join("functions", entry.name, "index.ts"));

/** With a cold cache, Deno reads the types of every package, which is slow while other tests are running. */
const COLD_CHECK_TIMEOUT_MS = 180_000;

afterAll(stopDenoServers);

it(
  "every function type-checks under Deno",
  async () => {
    expect(entries.length).toBeGreaterThanOrEqual(6);
    await promisify(execFile)(DENO, ["check", ...OFFLINE, ...entries], { cwd: ROOT, env: DENO_ENVIRONMENT });
  },
  COLD_CHECK_TIMEOUT_MS,
);

it("the webhook rejects a forged signature under Deno as it does under Node", async () => {
  const address = await serveUnderDeno("functions/stripe-webhook/index.ts", ENVIRONMENT);
  const reply = await fetch(address, {
    method: "POST",
    body: "{}",
    headers: { "stripe-signature": "t=1,v1=00", "x-request-id": "under-deno" },
  });
  expect(reply.status).toBe(400);
  expect(await reply.json()).toEqual({
    error: "The signature does not match.",
    code: "signature_invalid",
    requestId: "under-deno",
  });
  const preflight = await fetch(address, {
    method: "OPTIONS",
    headers: { origin: "https://academy.example" },
  });
  expect(preflight.headers.get("access-control-allow-origin")).toBe("https://academy.example");
});
