import type { PGlite } from "@supabase/lite/pglite";

/** The database, or a transaction on it. */
export type Sql = Pick<PGlite, "query">;
