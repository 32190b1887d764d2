import type { Sql } from "../sql.ts";

/** bcrypt with 2^cost rounds, between 4 and 31. */
export async function hashPassword(sql: Sql, password: string, cost: number): Promise<string> {
  const { rows } = await sql.query<{ hash: string }>(
    "select extensions.crypt($1, extensions.gen_salt('bf', $2)) as hash",
    [password, cost],
  );
  if (!rows[0]) throw new Error("pgcrypto returned no hash");
  return rows[0].hash;
}

/** A hash that no password has, with the same cost as all other hashes. */
const unusedHash = (cost: number) =>
  `$2a$${`${cost}`.padStart(2, "0")}$UMtUfYxjFbr4cu81Pe.FYeP24OCqYSRj6WkXaz6oFSDyZ6QshB4.K`;

/**
 * True if this is the account's password. Takes equally long for an address without an account, so that the response time
 * does not reveal which addresses have one.
 */
export async function verifyPassword(
  sql: Sql,
  email: string,
  password: string,
  cost: number,
): Promise<boolean> {
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
    [email.toLowerCase(), password, unusedHash(cost)],
  );
  return rows[0]?.exists === true && rows[0].is_same === true;
}
