import type { Sql } from "../sql.ts";

/** The authentication method by grant type. */
const METHODS: Record<string, string | undefined> = { password: "password", pkce: "oauth" };

type AmrEntry = { method: string; timestamp: number };

/** How the user authenticated, for the token's `amr` claim; null if the request only renews a session. */
export function methodOf(request: Request): string | null {
  const { pathname, searchParams } = new URL(request.url);
  switch (pathname) {
    case "/auth/v1/signup":
      return "password";
    case "/auth/v1/verify":
      return "otp";
    case "/auth/v1/token":
      return METHODS[searchParams.get("grant_type") ?? ""] ?? null;
    default:
      return null;
  }
}

export async function recordMethod(sql: Sql, sessionId: string, method: string): Promise<void> {
  await sql.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [sessionId, method],
  );
}

/** Newest first; times in seconds since 1970. */
export async function methodsOf(sql: Sql, sessionId: string): Promise<AmrEntry[]> {
  const { rows } = await sql.query<AmrEntry>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  );
  return rows;
}
