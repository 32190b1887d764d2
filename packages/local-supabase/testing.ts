import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll } from "vitest";
import type { TextMessage } from "./auth/mfa/parts.ts";
import { newSigningKey } from "./auth/session/signingKeys.ts";
import type { BackendKeys } from "./backend/config.ts";
import type { AuthMail } from "./backend/outgoingMail.ts";
import { type Backend, startBackend } from "./backend/startBackend.ts";

export const TEST_KEYS: BackendKeys = {
  jwtSecret: "a-secret-of-the-tests-that-is-long-enough",
  signingKeys: [newSigningKey()],
  secretKey: "sb_secret_of_the_tests",
  publishableKey: "sb_publishable_of_the_tests",
};
/** To start Postgres for the first time takes seconds, on a busy machine many. */
export const START_TIMEOUT_MS = 120_000;
export const TEST_SITE_URL = "http://localhost:3000";

export type TestBackend = Backend & {
  readonly mails: AuthMail[];
  readonly texts: TextMessage[];
  /** A plain supabase-js client, as a visitor's browser or (with the secret key) a server function has it. */
  client(key?: string): SupabaseClient;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A backend on migrations of the test's own (file name → SQL); `dataDir` is in memory unless told. */
export async function startTestBackend(
  migrations: Record<string, string> = {},
  dataDir = ":memory:",
): Promise<TestBackend> {
  const folder = migrationsFolder(migrations);
  const mails: AuthMail[] = [];
  const texts: TextMessage[] = [];
  try {
    const backend = await startBackend({
      dataDir,
      keys: TEST_KEYS,
      siteUrl: TEST_SITE_URL,
      migrationsDir: folder,
      onAuthMail: async (mail) => {
        mails.push(mail);
      },
      onAuthText: async (message) => {
        texts.push(message);
      },
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

export function migrationsFolder(migrations: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "academy-migrations-"));
  for (const [file, sql] of Object.entries(migrations)) writeFileSync(join(folder, file), sql);
  return folder;
}

/**
 * Hands out data folders of academies that were started and closed without a migration; only the first is made the
 * slow way. Call it at the top of a test file.
 */
export function withDataFolders(): () => string {
  const root = mkdtempSync(join(tmpdir(), "academy-data-"));
  const template = join(root, "template");
  let count = 0;
  beforeAll(async () => {
    const backend = await startTestBackend({}, template);
    await backend.close();
  }, START_TIMEOUT_MS);
  afterAll(() => rmSync(root, { recursive: true }));
  return () => {
    const folder = join(root, `${++count}`);
    cpSync(template, folder, { recursive: true });
    return folder;
  };
}
