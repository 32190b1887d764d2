import { randomBytes } from "node:crypto";
import { isEmail } from "@supabase/lite";
import { emailExists, invalid } from "./authError.ts";
import type { AuthMails } from "./authMails.ts";
import type { AuthSession } from "./session/session.ts";
import type { Sql } from "./sql.ts";

const TOKEN_BYTES = 32;

/**
 * Sends a link to the current and the new address (hosted Supabase's secure email change). Replaces any pending change.
 */
export async function requestEmailChange(
  parts: { sql: Sql; mails: AuthMails },
  session: AuthSession,
  newEmail: string,
): Promise<void> {
  const { sql, mails } = parts;
  const [current, wanted] = [session.email, newEmail.toLowerCase()];
  if (!isEmail(wanted)) throw invalid("Unable to validate email address: invalid format");
  const { rows } = await sql.query("select from auth.users where email = $1 and id <> $2", [
    wanted,
    session.userId,
  ]);
  if (rows.length > 0) throw emailExists();
  const asked = [current, wanted].map((to) => ({ to, token: randomBytes(TOKEN_BYTES).toString("hex") }));
  await sql.query(
    `update auth.users set email_change = $2, email_change_token_current = $3, email_change_token_new = $4,
       email_change_sent_at = now(), email_change_confirm_status = 0, updated_at = now()
     where id = $1`,
    [session.userId, wanted, ...asked.map(({ token }) => token)],
  );
  for (const { to, token } of asked) {
    mails.send({ to, name: "email_change", token: "", tokenHash: mails.links.seal(token) });
  }
}

/**
 * Records the confirmation from one address. "half": the other address has not confirmed yet; "last": @supabase/lite
 * may complete the change; "unknown": the link is wrong, used or expired.
 */
export async function confirmEmailChange(
  sql: Sql,
  given: { token: string; codeSeconds: number },
): Promise<"half" | "last" | "unknown"> {
  const { rows } = await sql.query<{ id: string; status: number; is_new: boolean }>(
    `select id, email_change_confirm_status as status, email_change_token_new = $1 as is_new from auth.users
     where $1 in (email_change_token_current, email_change_token_new) and coalesce(email_change, '') <> ''
       and email_change_sent_at > now() - make_interval(secs => $2)`,
    [given.token, given.codeSeconds],
  );
  const user = rows[0];
  if (!user) return "unknown";
  if (user.status > 0) {
    // @supabase/lite completes a change only with the link sent to the current address.
    await sql.query(
      "update auth.users set email_change_token_current = $2, email_change_token_new = null where id = $1",
      [user.id, given.token],
    );
    return "last";
  }
  const column = user.is_new ? "email_change_token_new" : "email_change_token_current";
  await sql.query(`update auth.users set email_change_confirm_status = 1, ${column} = null where id = $1`, [
    user.id,
  ]);
  return "half";
}
