import type { Sql } from "../sql.ts";

/** What sign-in and sign-up use as well (bcrypt, cost 10), so that every hash is read by the same code. */
const BCRYPT_COST = 10;

export async function hashPassword(sql: Sql, password: string): Promise<string> {
  const { rows } = await sql.query<{ hash: string }>(
    "select extensions.crypt($1, extensions.gen_salt('bf', $2)) as hash",
    [password, BCRYPT_COST],
  );
  if (!rows[0]) throw new Error("pgcrypto returned no hash");
  return rows[0].hash;
}
