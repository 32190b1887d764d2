import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { AuthMail } from "./auth/authMails.ts";
import type { TextMessage } from "./auth/mfa/parts.ts";
import { newSigningKey } from "./auth/session/signingKeys.ts";
import type { BackendKeys } from "./backend/config.ts";
import { type Backend, type BackendOptions, startBackend } from "./backend/startBackend.ts";

/** The entry point for tests: a backend in the test's own thread, and values to compare its responses with. */
export { AUTH_ROUTES } from "./auth/layer.ts";
export { signUpLimitsOf } from "./auth/steps/signUp.ts";
export { startBackend } from "./backend/startBackend.ts";
export { installSystemSchemas } from "./database/openDatabase.ts";
export type { ServerUrls } from "./database/pool.ts";

export const TEST_KEYS: BackendKeys = {
  jwtSecret: "a-secret-of-the-tests-that-is-long-enough",
  signingKeys: [newSigningKey()],
  secretKey: "sb_secret_of_the_tests",
  publishableKey: "sb_publishable_of_the_tests",
};
/** The least that bcrypt allows. With GoTrue's, tests would spend most of their time on passwords. */
export const TEST_PASSWORD_COST = 4;
/** Generous, because the first start of Postgres takes seconds, and much longer on a busy machine. */
export const START_TIMEOUT_MS = 120_000;
export const TEST_SITE_URL = "http://localhost:3000";
/** Enables every feature of the package. */
export const TEST_CONFIG_FILE = join(import.meta.dirname, "testing/config.toml");

export type TestBackend = Backend & {
  readonly mails: AuthMail[];
  readonly texts: TextMessage[];
  /** A plain supabase-js client, like that of a visitor's browser or (with the secret key) a server function. */
  client(key?: string): SupabaseClient;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A backend with these migrations (file name → SQL), in memory unless `options` name a folder. */
export async function startTestBackend(
  migrations: Record<string, string> = {},
  options: Partial<BackendOptions> = {},
): Promise<TestBackend> {
  const folder = migrationsFolder(migrations);
  const mails: AuthMail[] = [];
  const texts: TextMessage[] = [];
  try {
    const backend = await startBackend({
      dataDir: ":memory:",
      keys: TEST_KEYS,
      configFile: TEST_CONFIG_FILE,
      migrationsDir: folder,
      siteUrl: TEST_SITE_URL,
      appName: "Test site",
      passwordCost: TEST_PASSWORD_COST,
      onAuthMail: async (mail) => void mails.push(mail),
      onAuthText: async (message) => void texts.push(message),
      ...options,
    });
    const client = (key = TEST_KEYS.publishableKey) =>
      createClient(TEST_SITE_URL, key, {
        global: { fetch: (input, init) => backend.fetch(new Request(input, init)) },
        auth: { persistSession: false, autoRefreshToken: false },
      });
    return { ...backend, mails, texts, client, [Symbol.asyncDispose]: () => backend.close() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Creates a folder with these migrations. The test must remove it. */
export function migrationsFolder(migrations: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "local-supabase-migrations-"));
  for (const [file, sql] of Object.entries(migrations)) writeFileSync(join(folder, file), sql);
  return folder;
}
