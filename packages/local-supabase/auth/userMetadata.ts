import { AuthError } from "./authError.ts";
import type { Sql } from "./sql.ts";

/** Same limit as private.limit_user_metadata in supabase/schemas, which enforces it; this check gives a clear error. */
const MAX_BYTES = 8192;

/** Throws 422 if the account's metadata (empty before sign-up) would be too large after merging this `data`. */
export async function requireSmallMetadata(sql: Sql, data: unknown, userId?: string): Promise<void> {
  if (typeof data !== "object" || data === null) return;
  const { rows } = await sql.query<{ bytes: number }>(
    `select octet_length((coalesce(
       (select raw_user_meta_data from auth.users where id = $2), '{}') || $1::jsonb)::text) as bytes`,
    [JSON.stringify(data), userId ?? null],
  );
  if ((rows[0]?.bytes ?? 0) <= MAX_BYTES) return;
  throw new AuthError(422, "validation_failed", "User metadata must be at most 8 KB");
}
