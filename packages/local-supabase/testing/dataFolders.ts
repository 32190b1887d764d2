import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { START_TIMEOUT_MS, startTestBackend } from "../testing.ts";

/**
 * Returns a function that creates data folders as left by a backend without migrations. The backend is started only once;
 * each folder is a copy. Call it at the top of a test file.
 */
export function withDataFolders(): () => string {
  const root = mkdtempSync(join(tmpdir(), "local-supabase-data-"));
  const template = join(root, "template");
  let count = 0;
  beforeAll(async () => {
    const backend = await startTestBackend({}, { dataDir: template });
    await backend.close();
  }, START_TIMEOUT_MS);
  afterAll(() => rmSync(root, { recursive: true }));
  return () => {
    const folder = join(root, `${++count}`);
    cpSync(template, folder, { recursive: true });
    return folder;
  };
}
