import { createHash, randomUUID } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PgliteConnection } from "@supabase/lite/pglite";
import { AUTH_EXTRAS_SQL } from "../auth/schema.ts";
import { AUTH_HELPERS_SQL, BASELINE_SQL } from "./baseline.ts";
import type { Migration } from "./migrations.ts";

/** Part of the digest, because it contains the exact version of @supabase/lite. */
const PACKAGE_FILE = join(import.meta.dirname, "../package.json");
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

export type Snapshot = { load(): Promise<Blob | undefined>; save(postgres: PgliteConnection): Promise<void> };

/**
 * A copy of a new database with these migrations applied (or none), in the system's temporary folder. The next new database
 * starts from it in a fraction of the time. The file name is a digest of all inputs.
 * Concurrent processes are safe: each writes its own file and renames it into place.
 */
export function openSnapshot(migrations: readonly Migration[] = []): Snapshot {
  const folder = join(tmpdir(), `local-supabase-snapshots-${process.getuid?.() ?? "user"}`);
  const file = join(folder, `${digest(migrations)}.tar`);
  return {
    async load() {
      if (!existsSync(file) || !isOurs(folder)) return undefined;
      const now = new Date();
      await utimes(file, now, now);
      return new Blob([await readFile(file)]);
    },
    async save(postgres) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!isOurs(folder)) return;
        const dump = await postgres.driver.dumpDataDir("none");
        const temporary = `${file}.${randomUUID()}`;
        await writeFile(temporary, new Uint8Array(await dump.arrayBuffer()), { mode: 0o600 });
        await rename(temporary, file);
        await removeOld(folder);
      } catch (error) {
        // Not fatal: the next start is only slower.
        console.warn(`The start-up snapshot ${file} could not be saved:`, error);
      }
    },
  };
}

function digest(migrations: readonly Migration[]): string {
  const hash = createHash("sha256").update(readFileSync(PACKAGE_FILE));
  hash.update(BASELINE_SQL + AUTH_HELPERS_SQL + AUTH_EXTRAS_SQL);
  for (const { file, sql } of migrations) hash.update(JSON.stringify([file, sql]));
  return hash.digest("hex");
}

/** False for a folder that another user of this machine could have prepared. */
function isOurs(folder: string): boolean {
  const about = lstatSync(folder);
  return about.isDirectory() && (process.getuid === undefined || about.uid === process.getuid());
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const about = statSync(file, { throwIfNoEntry: false });
    if (about && Date.now() - about.mtimeMs > MAX_AGE_MS) await rm(file, { force: true });
  }
}
