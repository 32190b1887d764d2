import type { Sql } from "../sql.ts";

/** The same as for sign-in and sign-up (bcrypt, cost 10), so that the same code can verify every hash. */
const BCRYPT_COST = 10;

export async function hashPassword(sql: Sql, password: string): Promise<string> {
  const { rows } = await sql.query<{ hash: string }>(
    "select extensions.crypt($1, extensions.gen_salt('bf', $2)) as hash",
    [password, BCRYPT_COST],
  );
  if (!rows[0]) throw new Error("pgcrypto returned no hash");
  return rows[0].hash;
}

/** The hash of random text that is not stored anywhere, with the same cost as all other hashes. */
const UNUSED_HASH = "$2a$10$UMtUfYxjFbr4cu81Pe.FYeP24OCqYSRj6WkXaz6oFSDyZ6QshB4.K";

/**
 * True if this is the account's password. Takes equally long for an address without an account, so that the response time
 * does not reveal which addresses have one.
 */
export async function verifyPassword(sql: Sql, email: string, password: string): Promise<boolean> {
  const { rows } = await sql.query<{ is_same: boolean | null; exists: boolean }>(
    // Other libraries use the name 2b for the same algorithm as 2a; pgcrypto recognises only the older name.
    `with account as (
       select replace(encrypted_password, '$2b$', '$2a$') as hash from auth.users
       where email = $1 and encrypted_password like '$2%'
     ), known as (
       select hash, true as exists from account union all
       select $3, false where not exists (select from account)
     )
     select extensions.crypt($2, hash) = hash as is_same, exists from known`,
    [email.toLowerCase(), password, UNUSED_HASH],
  );
  return rows[0]?.exists === true && rows[0].is_same === true;
}
