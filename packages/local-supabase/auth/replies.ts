import type { App } from "@supabase/lite";
import { decodeJwt } from "jose";
import { z } from "zod";
import { AuthError } from "./authError.ts";
import { isoTimes } from "./isoTimes.ts";
import { factorsField } from "./mfa/factor.ts";
import { methodOf, methodsOf, recordMethod } from "./session/amr.ts";
import type { Tokens } from "./session/tokens.ts";
import type { Driver } from "./sql.ts";

const userReply = z.looseObject({ id: z.uuid(), app_metadata: z.looseObject({}), created_at: z.string() });
const sessionReply = z.looseObject({ access_token: z.string(), user: z.looseObject({ id: z.uuid() }) });
const passwordChange = z.object({ password: z.string().min(1) });

type Complete = (request: Request, response: Response) => Promise<Response>;

/**
 * Adapts @supabase/lite's auth responses to those of hosted Supabase: access tokens with all their claims, times in ISO
 * format, no session for a banned user, and a change of password that ends the other sessions.
 */
export function createReplies(parts: { app: App; driver: Driver; tokens: Tokens }): Complete {
  const { driver } = parts;

  return async (request, response) => {
    const complete = (token: string) => completeToken(driver, parts.tokens, token, request);
    if (!response.ok || !response.headers.get("content-type")?.includes("application/json")) return response;
    const body: unknown = await response.json();

    const session = sessionReply.safeParse(body);
    if (session.success) {
      const { user, access_token } = session.data;
      if (await isBanned(driver, user.id)) return refuseBanned(driver, access_token);
      return withBody(response, {
        ...session.data,
        access_token: await complete(access_token),
        user: isoTimes({ ...user, ...(await factorsField(driver, user.id)) }),
      });
    }
    const user = userReply.safeParse(body);
    if (!user.success) return withBody(response, body);
    if (request.method === "PUT") await endOtherSessions(driver, request);
    return withBody(response, isoTimes({ ...user.data, ...(await factorsField(driver, user.data.id)) }));
  };
}

async function isBanned(driver: Driver, userId: string): Promise<boolean> {
  const { rows } = await driver.query("select from auth.users where id = $1 and banned_until > now()", [
    userId,
  ]);
  return rows.length > 0;
}

async function refuseBanned(driver: Driver, accessToken: string): Promise<Response> {
  await driver.query("delete from auth.sessions where id = $1", [decodeJwt(accessToken).session_id]);
  return new AuthError(400, "user_banned", "User is banned").toResponse();
}

/** GoTrue's UpdatePassword: ends every session except the one that changed the password. */
async function endOtherSessions(driver: Driver, request: Request): Promise<void> {
  const isPassword = passwordChange.safeParse(await request.json()).success;
  const token = request.headers.get("authorization")?.slice("Bearer ".length);
  if (!isPassword || !token) return;
  const { sub, session_id } = decodeJwt(token);
  await driver.query("delete from auth.sessions where user_id = $1 and id <> $2", [sub, session_id]);
}

/** Far more than one person's devices. Without a limit, the sign-ins of one account would fill the disk. */
const MAX_SESSIONS = 50;

/** Ends the sessions of the account that were used longest ago, above the limit. */
async function endOldestSessions(driver: Driver, sessionId: string): Promise<void> {
  await driver.query(
    `delete from auth.sessions where id in (
       select s.id from auth.sessions mine join auth.sessions s on s.user_id = mine.user_id
       where mine.id = $1
       order by s.id = mine.id desc, coalesce(s.refreshed_at, s.created_at) desc offset $2
     )`,
    [sessionId, MAX_SESSIONS],
  );
}

function withBody(response: Response, body: unknown): Response {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return Response.json(body, { status: response.status, headers });
}

type Account = { aal: string | null; app_metadata: unknown; user_metadata: unknown };

/**
 * Adds the claims of hosted Supabase that @supabase/lite omits from the access token: issuer, assurance level and methods of
 * the session, metadata. Like GoTrue, stores how the user has just signed in, if they have, and with which browser.
 * Claims: supabase.com/docs/guides/auth/jwt-fields
 */
async function completeToken(
  driver: Driver,
  tokens: Tokens,
  token: string,
  request: Request,
): Promise<string> {
  const method = methodOf(request);
  const claims = decodeJwt(token);
  const sessionId = String(claims.session_id);
  const { rows } = await driver.query<Account>(
    // Omits oversized metadata, which accounts from before the limit may have, as every request includes the token.
    `select s.aal, u.raw_app_meta_data as app_metadata,
       case when octet_length(u.raw_user_meta_data::text) <= 8192 then u.raw_user_meta_data else '{}' end as user_metadata
     from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`,
    [sessionId],
  );
  const account = rows[0];
  if (!account) throw new Error("An access token was issued for a session that does not exist");
  if (method) {
    await recordMethod(driver, sessionId, method);
    await endOldestSessions(driver, sessionId);
  }
  await driver.query(
    "update auth.sessions set user_agent = $2 where id = $1 and user_agent is distinct from $2",
    [sessionId, request.headers.get("user-agent") ?? ""],
  );
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
