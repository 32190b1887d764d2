import type { Backend } from "@academy/local-supabase";
import { serverLog } from "./log.ts";

const HOUR_MS = 3_600_000;
/** Long enough after the start not to delay the first pages. */
const FIRST_AFTER_MS = HOUR_MS / 4;
const EVERY_MS = 24 * HOUR_MS;

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
  for (const { sql } of tables) await backend.query(sql);
  // Otherwise old files of the log are renamed and used again with their content.
  await backend.query("set wal_recycle = off");
  // Postgres keeps the log since the last checkpoint but one.
  for (let count = 0; count < 2; count++) {
    await backend.query("select pg_switch_wal()");
    await backend.query("checkpoint");
  }
}

/** Vacuums once a day. Returns a function that stops it and waits for a running one. */
export function startVacuum(backend: Pick<Backend, "query">): () => Promise<void> {
  let running = Promise.resolve();
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const schedule = (pauseMs: number) => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = vacuum(backend)
        .catch((error: unknown) => serverLog.fault("vacuum_failed", error))
        .finally(() => schedule(EVERY_MS));
    }, pauseMs);
  };
  schedule(FIRST_AFTER_MS);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
