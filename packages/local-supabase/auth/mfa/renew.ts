import type { Sql } from "../sql.ts";

/** The session's new tokens by the refresh grant, which swaps the refresh token that is in force. */
export async function renewSession(
  sql: Sql,
  request: Request,
  sessionId: string,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { rows } = await sql.query<{ token: string }>(
    `select token from auth.refresh_tokens where session_id = $1 and not revoked order by created_at desc limit 1`,
    [sessionId],
  );
  return answer(
    new Request(new URL("/auth/v1/token?grant_type=refresh_token", request.url), {
      method: "POST",
      headers: { apikey: request.headers.get("apikey") ?? "", "content-type": "application/json" },
      body: JSON.stringify({ refresh_token: rows[0]?.token ?? "" }),
    }),
  );
}
