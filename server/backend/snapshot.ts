import { createHash, randomUUID } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AUTH_HELPERS_SQL, BASELINE_SQL } from "./baseline.ts";
import type { Migration } from "./migrations.ts";
import type { Postgres } from "./postgres.ts";

const LOCK_FILE = join(import.meta.dirname, "../../package-lock.json");
/** Each has some 40 MB. */
const MAX_KEPT = 6;

export type Snapshot = { load(): Promise<Blob | undefined>; save(postgres: Postgres): Promise<void> };

/**
 * A database as it is after these migrations (none: before the first) and before anything else, kept in the system's
 * folder for temporary files, from which the next new academy starts in a fraction of the time. Data folders take the
 * one without migrations: those make what must differ between two databases that last, such as the epoch that tells
 * devices to send everything again. Its name is a digest of everything that made it.
 * Processes may race: each writes a file of its own and renames it into place.
 */
export function openSnapshot(migrations: readonly Migration[]): Snapshot {
  const folder = join(tmpdir(), `academy-snapshots-${process.getuid?.() ?? "user"}`);
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
        // Only a later start is slower for it.
        console.warn(`The start-up snapshot ${file} could not be kept:`, error);
      }
    },
  };
}

function digest(migrations: readonly Migration[]): string {
  const hash = createHash("sha256")
    .update(readFileSync(LOCK_FILE))
    .update(BASELINE_SQL + AUTH_HELPERS_SQL);
  return hash.update(JSON.stringify(migrations)).digest("hex");
}

/** A folder that somebody else on this machine prepared is not believed. */
function isOurs(folder: string): boolean {
  const about = lstatSync(folder);
  return about.isDirectory() && (process.getuid === undefined || about.uid === process.getuid());
}

/** Those that were used longest ago. */
async function removeOld(folder: string): Promise<void> {
  const ages = (await readdir(folder)).flatMap((name) => {
    const file = join(folder, name);
    const about = statSync(file, { throwIfNoEntry: false });
    return about ? [{ file, usedAt: about.mtimeMs }] : [];
  });
  ages.sort((one, other) => other.usedAt - one.usedAt);
  for (const { file } of ages.slice(MAX_KEPT)) await rm(file, { force: true });
}
