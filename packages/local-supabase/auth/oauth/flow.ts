import type { Sql } from "../sql.ts";
import type { ProviderName } from "./providers.ts";

/** A sign-in with a provider: started by `/authorize`, completed by `/callback`, redeemed by `/token?grant_type=pkce`. */
export type Flow = { provider: ProviderName; challenge: string; challengeMethod: string; returnTo: string };

/** Time for the password, second factor and consent at the provider. */
const FLOW_SECONDS = 600;
/** Abandoned flows are deleted after this time. */
const KEPT_SECONDS = 86_400;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns the `state` that the provider passes back. */
export async function startFlow(sql: Sql, flow: Flow): Promise<string> {
  await sql.query("delete from auth.flow_state where created_at < now() - make_interval(secs => $1)", [
    KEPT_SECONDS,
  ]);
  return insertFlow(sql, flow, null);
}

/** Deletes and returns the flow, so that it can be completed only once. Null for a `state` that is unknown or used. */
export async function takeFlow(sql: Sql, state: string): Promise<(Flow & { isLate: boolean }) | null> {
  // Postgres would raise an error for text that is not a UUID.
  if (!UUID.test(state)) return null;
  const { rows } = await sql.query<Flow & { isLate: boolean }>(
    `delete from auth.flow_state where id = $1 and auth_code is null and authentication_method = 'oauth'
     returning provider_type as provider, code_challenge as challenge, code_challenge_method as "challengeMethod",
       referrer as "returnTo", created_at < now() - make_interval(secs => $2) as "isLate"`,
    [state, FLOW_SECONDS],
  );
  return rows[0] ?? null;
}

/**
 * Returns a one-time code with which the browser that started the flow can sign in. @supabase/lite redeems it and accepts
 * it for five minutes. The provider's tokens are not stored.
 */
export async function issueCode(sql: Sql, flow: Flow, userId: string): Promise<string> {
  const code = crypto.randomUUID();
  await insertFlow(sql, flow, { code, userId });
  return code;
}

async function insertFlow(
  sql: Sql,
  flow: Flow,
  given: { code: string; userId: string } | null,
): Promise<string> {
  const id = crypto.randomUUID();
  await sql.query(
    `insert into auth.flow_state (id, authentication_method, provider_type, code_challenge, code_challenge_method, referrer,
       auth_code, user_id, auth_code_issued_at)
     values ($1, 'oauth', $2, $3, $4, $5, $6, $7, case when $6::text is not null then now() end)`,
    [
      id,
      flow.provider,
      flow.challenge,
      flow.challengeMethod,
      flow.returnTo,
      given?.code ?? null,
      given?.userId ?? null,
    ],
  );
  return id;
}
