import { z } from "zod";
import type { Sql } from "../sql.ts";

const DAYS = 90;
const DIGEST_SQL = "encode(sha256(convert_to(u.id::text || ' ' || $2, 'UTF8')), 'hex')";

/** True where the account's owner has come in by the password or a mail lately. `address` as it is counted. */
export async function isKnownAddress(sql: Sql, email: string, address: string): Promise<boolean> {
  const { rows } = await sql.query(
    `select from auth.users u join auth.known_addresses k on k.user_id = u.id
     where u.email = $1 and k.address_hash = ${DIGEST_SQL} and k.seen_at > now() - make_interval(days => $3)`,
    [email, address, DAYS],
  );
  return rows.length > 0;
}

/** Forgets where else somebody came in: who knew the password until now may not be its owner. */
export async function forgetOtherAddresses(sql: Sql, userId: string, address: string): Promise<void> {
  await sql.query(
    `delete from auth.known_addresses k using auth.users u
     where u.id = $1 and k.user_id = u.id and k.address_hash <> ${DIGEST_SQL}`,
    [userId, address],
  );
}

const entered = z.object({ user: z.object({ id: z.uuid(), email: z.string() }) });

/**
 * Notes where somebody came in, when this is the auth server's answer to that, and tells whose account it is. Of the address
 * only a digest is kept.
 */
export async function rememberAddress(sql: Sql, reply: Response, address: string): Promise<string | null> {
  if (!reply.ok) return null;
  const { data } = entered.safeParse(await reply.clone().json());
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
