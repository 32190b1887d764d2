import { z } from "zod";
import type { Sql } from "../sql.ts";

const DAYS = 90;
const DIGEST_SQL = "encode(sha256(convert_to(u.id::text || ' ' || $2, 'UTF8')), 'hex')";

/** True if the account's owner recently signed in from this `address` (an address block), with a password or by email. */
export async function isKnownAddress(sql: Sql, email: string, address: string): Promise<boolean> {
  const { rows } = await sql.query(
    `select from auth.users u join auth.known_addresses k on k.user_id = u.id
     where u.email = $1 and k.address_hash = ${DIGEST_SQL} and k.seen_at > now() - make_interval(days => $3)`,
    [email, address, DAYS],
  );
  return rows.length > 0;
}

/** Deletes the account's other known network addresses, because someone else may have known the previous password. */
export async function deleteOtherAddresses(sql: Sql, userId: string, address: string): Promise<void> {
  await sql.query(
    `delete from auth.known_addresses k using auth.users u
     where u.id = $1 and k.user_id = u.id and k.address_hash <> ${DIGEST_SQL}`,
    [userId, address],
  );
}

const signedIn = z.object({ user: z.object({ id: z.uuid(), email: z.string() }) });

/**
 * If `reply` is a successful sign-in, records the network address and returns the account's email address; otherwise returns
 * null. Stores only a digest of the network address.
 */
export async function rememberAddress(sql: Sql, reply: Response, address: string): Promise<string | null> {
  if (!reply.ok) return null;
  const { data } = signedIn.safeParse(await reply.clone().json());
  if (!data) return null;
  await sql.query("delete from auth.known_addresses where seen_at < now() - make_interval(days => $1)", [
    DAYS,
  ]);
  await sql.query(
    `insert into auth.known_addresses (user_id, address_hash) select u.id, ${DIGEST_SQL} from auth.users u where u.id = $1
     on conflict (user_id, address_hash) do update set seen_at = now()`,
    [data.user.id, address],
  );
  return data.user.email;
}
