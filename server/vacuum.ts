import type { Backend } from "@academy/local-supabase";
import { serverLog } from "./log.ts";

const HOUR_MS = 3_600_000;
/** From the start to the first vacuum, and the least time between two: long enough not to delay pages. */
const FIRST_MS = HOUR_MS / 6;
const CHECK_MS = HOUR_MS / 60;
const EVERY_MS = 24 * HOUR_MS;
const GROWN_BYTES = 64 * 1024 * 1024;

/** Rewriting a larger table could take so long that the database would be considered stuck. */
const REWRITTEN_BYTES = 256 * 1024 * 1024;
const TABLES_SQL = `select format('vacuum %s%s', case when pg_table_size(oid) < $1 then '(full) ' else '' end, oid::regclass) as sql
  from pg_class where relkind = 'r' and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
  order by oid`;

/**
 * Removes what updates and deletions have left behind. The embedded Postgres does not do this by itself, as a hosted one
 * does. A plain vacuum would only mark deleted rows as free, so tables are rewritten, and the log of changes starts in a new
 * file. One statement at a time, so that requests are answered in between.
 */
export async function vacuum(backend: Pick<Backend, "query">): Promise<void> {
  const tables = await backend.query<{ sql: string }>(TABLES_SQL, [REWRITTEN_BYTES]);
  const failures: unknown[] = [];
  for (const { sql } of tables) await backend.query(sql).catch((error: unknown) => failures.push(error));
  await restartLog(backend);
  if (failures.length > 0) throw failures[0];
}

/** Starts the log of changes in a new file and deletes the old ones. The embedded Postgres never does this by itself. */
async function restartLog(backend: Pick<Backend, "query">): Promise<void> {
  // Otherwise old files of the log are renamed and used again with their content.
  await backend.query("set wal_recycle = off");
  // Postgres keeps the log since the last checkpoint but one.
  for (let count = 0; count < 2; count++) {
    await backend.query("select pg_switch_wal()");
    await backend.query("checkpoint");
  }
}

/** The bytes of all tables and indexes, with what updates and deletions have left in them, and of the log of changes. */
async function sizesOf(backend: Pick<Backend, "query">): Promise<{ tables: number; log: number }> {
  const [found] = await backend.query<{ tables: number; log: number }>(
    `select pg_database_size(current_database())::float8 as tables,
      (select coalesce(sum(size), 0) from pg_ls_waldir())::float8 as log`,
  );
  if (!found) throw new Error("a query without a table returned no row");
  return found;
}

/**
 * Vacuums once a day, and earlier if the database has grown much since: what nobody limits, such as writes that fail after they
 * have written, must not fill the disk. If only the log has grown, it is restarted. Returns a function that stops it and
 * waits for a running one.
 */
export function startVacuum(
  backend: Pick<Backend, "query">,
  { firstMs, checkMs, grownBytes } = { firstMs: FIRST_MS, checkMs: CHECK_MS, grownBytes: GROWN_BYTES },
): () => Promise<void> {
  let running = Promise.resolve();
  let timer: NodeJS.Timeout;
  let isStopped = false;
  let last: { atMs: number; bytes: number } | undefined;
  const check = async () => {
    const sizes = await sizesOf(backend);
    const passedMs = performance.now() - (last?.atMs ?? Number.NEGATIVE_INFINITY);
    const hasGrown = passedMs >= firstMs && sizes.tables >= (last?.bytes ?? 0) + grownBytes;
    if (passedMs >= EVERY_MS || hasGrown) {
      try {
        await vacuum(backend);
      } finally {
        // After a failure too: repeated at once, it would most likely fail again, and each attempt costs the learners time.
        last = { atMs: performance.now(), bytes: (await sizesOf(backend)).tables };
      }
    } else if (sizes.log >= grownBytes) await restartLog(backend);
  };
  const schedule = (delayMs: number) => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = check()
        .catch((error: unknown) => serverLog.fault("vacuum_failed", error))
        .finally(() => schedule(checkMs));
    }, delayMs);
  };
  schedule(firstMs);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
