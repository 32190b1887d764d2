import { join } from "node:path";
import { createPgliteConnection, type PgliteConnection } from "@supabase/lite/pglite";
import { asPostgrestError } from "./postgrestError.ts";

export type Postgres = PgliteConnection;

/** Opens Postgres in this process: in `<dataDir>/postgres`, or in memory; a new one optionally from a snapshot. */
export async function openPostgres(dataDir: string | null, snapshot?: Blob): Promise<Postgres> {
  const postgres = await createPgliteConnection({
    url: dataDir === null ? "memory://" : join(dataDir, "postgres"),
    ...(snapshot ? { pgliteOptions: { loadDataDir: snapshot } } : {}),
  });
  neutraliseGrants(postgres);
  const normalise = postgres.normalizeDbError.bind(postgres);
  postgres.normalizeDbError = (error) => asPostgrestError(normalise(error));
  try {
    await postgres.driver.waitReady;
  } catch (cause) {
    throw new Error("The database in the data folder could not be opened. Restore it from a backup.", {
      cause,
    });
  }
  return postgres;
}

/**
 * Once per connection the library grants everything on every table to anon, authenticated and service_role, which
 * would undo each `revoke` in the migrations. The roles and grants are ours (`baseline.ts`), so that step is
 * answered with "roles and policies are in force" and does nothing.
 */
function neutraliseGrants(postgres: Postgres): void {
  if (!("ensureRlsContext" in postgres)) {
    throw new Error("@supabase/lite no longer has ensureRlsContext: check that it leaves grants alone.");
  }
  Object.defineProperty(postgres, "ensureRlsContext", { value: async () => true });
}
