import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readServerEnv, SERVER_VARIABLES } from "./env.ts";
import { signInProviders } from "./providers.ts";

test("without any setting, the academy runs on this machine only", () => {
  expect(readServerEnv({})).toMatchObject({
    PORT: 3000,
    HOST: "127.0.0.1",
    ACADEMY_DATA: ".data",
    inMemory: false,
    siteUrl: "http://localhost:3000",
    simulatorPort: 3001,
  });
});

test("the simulator uses the port after the academy's unless one is configured", () => {
  expect(readServerEnv({ PORT: "4000" }).simulatorPort).toBe(4001);
  expect(readServerEnv({ PORT: "4000", STRIPE_SIM_PORT: "5000" }).simulatorPort).toBe(5000);
});

test("the server rejects a real payment key without its webhook secret", () => {
  expect(() => readServerEnv({ STRIPE_SECRET_KEY: "sk_test_x" })).toThrow("STRIPE_WEBHOOK_SECRET: is needed");
});

test("an academy that others can reach requires real payments and a mail server", () => {
  expect(() => readServerEnv({ HOST: "0.0.0.0" })).toThrow(
    /STRIPE_SECRET_KEY: is needed[\s\S]*SMTP_URL: is needed/,
  );
});

test.each([
  ["a public site address behind a local proxy", { SITE_URL: "https://academy.example" }],
  ["a trusted proxy", { TRUSTED_PROXIES: "127.0.0.1" }],
  ["a name that only looks like this machine", { SITE_URL: "http://127.0.0.1.evil.example" }],
])("an academy on loopback with %s requires real payments and a mail server", (_, set) => {
  expect(() => readServerEnv(set)).toThrow(/STRIPE_SECRET_KEY: is needed[\s\S]*SMTP_URL: is needed/);
});

test.each(["http://localhost:3000", "http://127.0.0.2:3000", "http://[::1]:3000"])(
  "an academy at %s is local-only",
  (SITE_URL) => {
    expect(readServerEnv({ SITE_URL }).isOnlyLocal).toBe(true);
  },
);

test("the server rejects a trusted proxy that is not an address", () => {
  expect(() => readServerEnv({ TRUSTED_PROXIES: "nginx" })).toThrow("TRUSTED_PROXIES: must be addresses");
});

test("a sign-in provider requires a client id and a secret, and a stand-in for it must be on this machine", () => {
  const prefix = "SUPABASE_AUTH_EXTERNAL_GITHUB";
  expect(signInProviders(readServerEnv({}))).toEqual({});
  const set = { [`${prefix}_CLIENT_ID`]: "an id", [`${prefix}_SECRET`]: "a secret" };
  expect(signInProviders(readServerEnv(set))).toEqual({ github: { clientId: "an id", secret: "a secret" } });
  expect(() => readServerEnv({ [`${prefix}_CLIENT_ID`]: "an id" })).toThrow(
    `${prefix}_SECRET: is needed together`,
  );
  expect(() => readServerEnv({ ...set, [`${prefix}_URL`]: "http://evil.example" })).toThrow(`${prefix}_URL`);
});

test(".env.example documents every variable", () => {
  const example = readFileSync(join(import.meta.dirname, "..", ".env.example"), "utf8");
  for (const name of SERVER_VARIABLES) expect(example).toMatch(new RegExp(`^# ${name}=`, "m"));
});
