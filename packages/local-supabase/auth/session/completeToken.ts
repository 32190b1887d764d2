import type { PGlite } from "@supabase/lite/pglite";
import { decodeJwt } from "jose";
import { methodsOf, recordMethod } from "./amr.ts";
import type { Tokens } from "./tokens.ts";

type Account = { aal: string | null; app_metadata: unknown; user_metadata: unknown };

/**
 * The access token with the claims that hosted Supabase puts in and @supabase/lite leaves out: issuer, level of
 * assurance and methods from the session, metadata. `method` is how the person has just signed in, if they have.
 * Claims: supabase.com/docs/guides/auth/jwt-fields
 */
export async function completeToken(
  driver: PGlite,
  tokens: Tokens,
  token: string,
  method: string | null,
): Promise<string> {
  const claims = decodeJwt(token);
  const sessionId = String(claims.session_id);
  const { rows } = await driver.query<Account>(
    // Accounts from before the limit on metadata: every request carries the token.
    `select s.aal, u.raw_app_meta_data as app_metadata,
       case when octet_length(u.raw_user_meta_data::text) <= 8192 then u.raw_user_meta_data else '{}' end as user_metadata
     from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`,
    [sessionId],
  );
  const account = rows[0];
  if (!account) throw new Error("An access token was made for a session that does not exist");
  if (method) await recordMethod(driver, sessionId, method);
  return tokens.sign({
    ...claims,
    phone: "",
    is_anonymous: false,
    aal: account.aal ?? "aal1",
    amr: await methodsOf(driver, sessionId),
    app_metadata: account.app_metadata,
    user_metadata: account.user_metadata,
  });
}
