import { emailExists, invalid, userNotFound } from "../authError.ts";
import { hashPassword } from "../password/hashPassword.ts";
import type { Sql } from "../sql.ts";
import type { UserBody } from "./userBody.ts";

/** Creates the account and its email identity, and returns the id. Throws 422 `email_exists`. */
export async function createUser(sql: Sql, body: UserBody, passwordCost: number): Promise<string> {
  const { email } = body;
  if (!email) throw invalid("Cannot create a user without either an email or phone");
  const { rows: taken } = await sql.query("select from auth.users where email = $1", [email]);
  if (taken.length > 0) throw emailExists();

  // As in GoTrue, an account created without a password gets a random one that nobody knows.
  const password = await hashPassword(sql, body.password || crypto.randomUUID(), passwordCost);
  const isConfirmed = body.email_confirm ?? false;
  const { rows } = await sql.query<{ id: string }>(
    `insert into auth.users (
       id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data
     ) values (
       gen_random_uuid(), 'authenticated', 'authenticated', $1, $2, case when $3 then now() end, $4, $5
     ) returning id`,
    [
      email,
      password,
      isConfirmed,
      { ...body.app_metadata, provider: "email", providers: ["email"] },
      { ...body.user_metadata, ...(isConfirmed ? { email_verified: true } : {}) },
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("auth.users returned no row for a new account");
  await sql.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     values (gen_random_uuid(), 'email', $1::text, $1::uuid, $2)`,
    [id, { sub: id, email, email_verified: false, phone_verified: false }],
  );
  return id;
}

/**
 * Changes an account in the same order as GoTrue's adminUserUpdate: confirmation, password (which ends every session),
 * email, app metadata, user metadata. Triggers on `auth.users` therefore see the new password before the metadata
 * of the same request. Metadata is merged; a key sent as null is removed.
 */
export async function updateUser(sql: Sql, id: string, body: UserBody, passwordCost: number): Promise<void> {
  const { rows } = await sql.query("select from auth.users where id = $1 for update", [id]);
  if (rows.length === 0) throw userNotFound();
  const set = (assignments: string, ...values: unknown[]) =>
    sql.query(`update auth.users set ${assignments}, updated_at = now() where id = $1`, [id, ...values]);

  if (body.email_confirm) await set("email_confirmed_at = coalesce(email_confirmed_at, now())");
  if (body.password) {
    await set("encrypted_password = $2", await hashPassword(sql, body.password, passwordCost));
    await sql.query("delete from auth.sessions where user_id = $1", [id]);
  }
  if (body.email) await changeEmail(sql, id, body.email, body.email_confirm ?? false);
  if (body.app_metadata) await set(`raw_app_meta_data = ${merged("raw_app_meta_data")}`, body.app_metadata);
  if (body.user_metadata)
    await set(`raw_user_meta_data = ${merged("raw_user_meta_data")}`, body.user_metadata);
}

async function changeEmail(sql: Sql, id: string, email: string, isConfirmed: boolean): Promise<void> {
  const { rows } = await sql.query("select from auth.users where email = $1 and id <> $2", [email, id]);
  if (rows.length > 0) throw emailExists();
  await sql.query("update auth.users set email = $2, updated_at = now() where id = $1", [id, email]);
  await sql.query(
    `update auth.identities set updated_at = now(),
       identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', $3::boolean)
     where user_id = $1 and provider = 'email'`,
    [id, email, isConfirmed],
  );
}

function merged(column: string): string {
  return `(coalesce(${column}, '{}') || $2::jsonb)
    - array(select key from jsonb_each($2::jsonb) where jsonb_typeof(value) = 'null')`;
}

export async function deleteUser(sql: Sql, id: string): Promise<void> {
  await sql.query("delete from auth.refresh_tokens where user_id = $1", [id]);
  await sql.query("delete from auth.users where id = $1", [id]);
}
