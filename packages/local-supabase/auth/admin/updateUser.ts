import { emailExists, userNotFound } from "../authError.ts";
import { hashPassword } from "../password/hashPassword.ts";
import type { Sql } from "../sql.ts";
import { parseBanSeconds, type UserBody } from "./userBody.ts";

/**
 * Changes an account in the order of GoTrue's adminUserUpdate: confirmation, password (which ends every session),
 * e-mail, app metadata, user metadata, ban. Triggers on `auth.users` therefore see the password change before the
 * metadata that comes with it. Metadata is merged; a key sent as null is removed.
 */
export async function updateUser(sql: Sql, id: string, body: UserBody): Promise<void> {
  const { rows } = await sql.query("select from auth.users where id = $1 for update", [id]);
  if (rows.length === 0) throw userNotFound();
  const set = (assignments: string, ...values: unknown[]) =>
    sql.query(`update auth.users set ${assignments}, updated_at = now() where id = $1`, [id, ...values]);

  if (body.email_confirm) await set("email_confirmed_at = coalesce(email_confirmed_at, now())");
  if (body.password !== undefined) {
    await set("encrypted_password = $2", await hashPassword(sql, body.password));
    await sql.query("delete from auth.sessions where user_id = $1", [id]);
  }
  if (body.email !== undefined) await changeEmail(sql, id, body.email);
  if (body.app_metadata) await set(`raw_app_meta_data = ${merged("raw_app_meta_data")}`, body.app_metadata);
  if (body.user_metadata)
    await set(`raw_user_meta_data = ${merged("raw_user_meta_data")}`, body.user_metadata);
  if (body.ban_duration !== undefined) {
    const seconds = parseBanSeconds(body.ban_duration);
    await set("banned_until = case when $2 > 0 then now() + make_interval(secs => $2) end", seconds);
  }
}

async function changeEmail(sql: Sql, id: string, email: string): Promise<void> {
  const { rows } = await sql.query("select from auth.users where email = $1 and id <> $2", [email, id]);
  if (rows.length > 0) throw emailExists();
  await sql.query("update auth.users set email = $2, updated_at = now() where id = $1", [id, email]);
  await sql.query(
    `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = now()
     where user_id = $1 and provider = 'email'`,
    [id, email],
  );
}

function merged(column: string): string {
  return `(coalesce(${column}, '{}') || $2::jsonb)
    - array(select key from jsonb_each($2::jsonb) where jsonb_typeof(value) = 'null')`;
}
