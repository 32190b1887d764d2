import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const DENO = join(ROOT, "node_modules", ".bin", "deno");
const OFFLINE = ["--import-map", "functions/deno.json", "--node-modules-dir=manual", "--no-remote"];
const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DENO_NO_UPDATE_CHECK: "1",
  NO_COLOR: "1",
  SUPABASE_URL: "http://127.0.0.1:9",
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_x"}',
  SITE_URL: "https://academy.example",
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  SMTP_URL: "smtp://127.0.0.1:9",
};

const entries = readdirSync(join(ROOT, "functions"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map((entry) => join("functions", entry.name, "index.ts"));

/** Deno reads the types of every package when its cache is cold: seconds alone, much longer beside other tests. */
const COLD_CHECK_TIMEOUT_MS = 180_000;

const servers: ChildProcess[] = [];
afterAll(async () => {
  for (const server of servers) {
    if (server.exitCode !== null || !server.pid) continue;
    const ended = once(server, "exit");
    // The package's `deno` is a script that starts the program: the group has both.
    process.kill(-server.pid);
    await ended;
  }
});

async function serve(entry: string): Promise<string> {
  const args = ["serve", ...OFFLINE, "--allow-all", "--host", "127.0.0.1", "--port", "0", entry];
  const server = spawn(DENO, args, {
    cwd: ROOT,
    env: ENVIRONMENT,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  servers.push(server);
  const output: string[] = [];
  for (const stream of [server.stderr, server.stdout]) {
    for await (const line of createInterface({ input: stream })) {
      output.push(line);
      const [address] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
      if (address) return address;
    }
  }
  throw new Error(`deno did not start:\n${output.join("\n")}`);
}

it(
  "every function type-checks under Deno",
  async () => {
    expect(entries.length).toBeGreaterThanOrEqual(6);
    await promisify(execFile)(DENO, ["check", ...OFFLINE, ...entries], { cwd: ROOT, env: ENVIRONMENT });
  },
  COLD_CHECK_TIMEOUT_MS,
);

it("the webhook answers under Deno as it does under Node: a forged signature is refused", async () => {
  const address = await serve("functions/stripe-webhook/index.ts");
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

it("a function with mail in it starts under Deno and asks for the secret key", async () => {
  const address = await serve("functions/deliver-mail/index.ts");
  const reply = await fetch(address, { method: "POST" });
  expect(reply.status).toBe(401);
  expect(await reply.json()).toMatchObject({ code: "unauthorized" });
});
