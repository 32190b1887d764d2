import type { Sql } from "../sql.ts";

/** Of a random text that nobody kept, at the cost that all hashes here have. */
const NOBODYS_HASH = "$2a$10$UMtUfYxjFbr4cu81Pe.FYeP24OCqYSRj6WkXaz6oFSDyZ6QshB4.K";

/**
 * True when this is the account's password. It takes as long for an address without an account, so that the time of an
 * answer does not tell who has one.
 */
export async function verifyPassword(sql: Sql, email: string, password: string): Promise<boolean> {
  const { rows } = await sql.query<{ is_same: boolean | null; exists: boolean }>(
    // 2b names the same algorithm as 2a to other libraries; pgcrypto knows only the older name.
    `with account as (
       select replace(encrypted_password, '$2b$', '$2a$') as hash from auth.users
       where email = $1 and encrypted_password like '$2%'
     ), known as (
       select hash, true as exists from account union all
       select $3, false where not exists (select from account)
     )
     select extensions.crypt($2, hash) = hash as is_same, exists from known`,
    [email.toLowerCase(), password, NOBODYS_HASH],
  );
  return rows[0]?.exists === true && rows[0].is_same === true;
}
