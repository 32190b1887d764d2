import type { PgliteConnection } from "@supabase/lite/pglite";

/** What this file uses of PGlite's WebAssembly module. */
type PgliteModule = {
  /** The top of the C stack. */
  ___stack_pointer?: { value: number };
  /** Serves one message. To refuse a statement, Postgres jumps out of it with an exception. */
  _PostgresMainLoopOnce?(): void;
};
/** `mod` is protected in PGlite's types. */
type Driver = { mod?: PgliteModule; POSTGRES_MAIN_LONGJMP?: number };

/** The types of arrays of rows. Postgres makes one for each table and each composite type. */
const ARRAYS_OF_ROWS_SQL = "select typarray as oid from pg_type where typtype = 'c' and typarray <> 0";

/**
 * Repairs two faults of PGlite 0.4, to be called once it is ready.
 *
 * Each refused statement leaves its part of the C stack behind. After some 1,500 syntax errors, or 12,000 errors of a
 * function, the stack grows into the data of Postgres and each request fails in a different way. PGlite 0.5 puts the stack
 * back, but is a later version of Postgres, which cannot open the data folders of this one.
 *
 * And PGlite ignores a crash of its WebAssembly, such as an access out of bounds, and goes on to serve requests from memory
 * that may then contain anything. `onCrash` receives the error at once and must not return.
 */
export function repairPglite(driver: PgliteConnection["driver"], onCrash: (failure: unknown) => never): void {
  const { mod, POSTGRES_MAIN_LONGJMP: refused } = driver as unknown as Driver;
  const stack = mod?.___stack_pointer;
  const serve = mod?._PostgresMainLoopOnce;
  if (!mod || !stack || !serve || refused === undefined) {
    throw new Error("PGlite has changed: check whether it still needs repairPglite.");
  }
  mod._PostgresMainLoopOnce = () => {
    try {
      serve();
    } catch (error) {
      if ((error as { status?: number }).status !== refused) onCrash(error);
      throw error;
    }
  };
  const exec = driver.execProtocolRawSync.bind(driver);
  driver.execProtocolRawSync = (message) => {
    const top = stack.value;
    try {
      return exec(message);
    } finally {
      stack.value = top;
    }
  };
}

/**
 * PGlite 0.4 copies its list of parsers for each result, which takes half of the time of a short statement. Three quarters
 * of them are for arrays of rows. This removes those, so such an array is returned as Postgres' text.
 */
export async function shortenParsers(driver: PgliteConnection["driver"]): Promise<void> {
  const { rows } = await driver.query<{ oid: number }>(ARRAYS_OF_ROWS_SQL);
  const removed = new Set(rows.map(({ oid }) => String(oid)));
  const without = <T>(byType: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(byType).filter(([oid]) => !removed.has(oid)));
  driver.parsers = without(driver.parsers);
  driver.serializers = without(driver.serializers);
}
