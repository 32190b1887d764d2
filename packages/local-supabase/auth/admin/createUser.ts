import { emailExists, invalid } from "../authError.ts";
import { hashPassword } from "../password/hashPassword.ts";
import type { Sql } from "../sql.ts";
import { parseBanSeconds, type UserBody } from "./userBody.ts";

/** Makes the account and its e-mail identity; returns its id. Throws 422 `email_exists`. */
export async function createUser(sql: Sql, body: UserBody): Promise<string> {
  const { email } = body;
  if (email === undefined) throw invalid("Cannot create a user without either an email or phone");
  const { rows: taken } = await sql.query("select from auth.users where email = $1", [email]);
  if (taken.length > 0) throw emailExists();

  // GoTrue gives an account made without a password a random one, so that nothing signs in to it.
  const password = await hashPassword(sql, body.password ?? crypto.randomUUID());
  const isConfirmed = body.email_confirm ?? false;
  const { rows } = await sql.query<{ id: string }>(
    `insert into auth.users (
       id, aud, role, email, encrypted_password, email_confirmed_at, banned_until, raw_app_meta_data, raw_user_meta_data
     ) values (
       gen_random_uuid(), 'authenticated', 'authenticated', $1, $2, case when $3 then now() end,
       case when $4 > 0 then now() + make_interval(secs => $4) end, $5, $6
     ) returning id`,
    [
      email,
      password,
      isConfirmed,
      body.ban_duration === undefined ? 0 : parseBanSeconds(body.ban_duration),
      { ...body.app_metadata, provider: "email", providers: ["email"] },
      { ...body.user_metadata, ...(isConfirmed ? { email_verified: true } : {}) },
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("auth.users returned no row for a new account");
  await sql.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     values (gen_random_uuid(), 'email', $1::text, $1::uuid, $2)`,
    [id, { sub: id, email, email_verified: isConfirmed, phone_verified: false }],
  );
  return id;
}
