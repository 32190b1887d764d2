import { errors, jwtVerify } from "jose";
import { z } from "zod";
import { AuthError } from "../authError.ts";
import type { Sql } from "../sql.ts";

/** The session that a bearer token belongs to. */
export type AuthSession = { id: string; userId: string; email: string; isAal2: boolean };

const claimsSchema = z.object({ sub: z.uuid(), session_id: z.uuid() });

/** Throws like GoTrue: 401 without a token, 403 for one that is forged, expired or belongs to an ended session. */
export async function requireSession(sql: Sql, jwtSecret: string, headers: Headers): Promise<AuthSession> {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (token === undefined || token.startsWith("sb_")) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  const claims = await readClaims(token, jwtSecret);
  const { rows } = await sql.query<{ email: string | null; has_session: boolean; aal: string | null }>(
    `select u.email, s.id is not null as has_session, s.aal
     from auth.users u left join auth.sessions s on s.user_id = u.id and s.id = $1 where u.id = $2`,
    [claims.session_id, claims.sub],
  );
  const row = rows[0];
  if (!row) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  if (!row.has_session) {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  return { id: claims.session_id, userId: claims.sub, email: row.email ?? "", isAal2: row.aal === "aal2" };
}

async function readClaims(token: string, jwtSecret: string): Promise<z.output<typeof claimsSchema>> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), {
      algorithms: ["HS256"],
    });
    return claimsSchema.parse(payload);
  } catch (error) {
    if (!(error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof TypeError)) {
      throw error;
    }
    throw new AuthError(403, "bad_jwt", "invalid JWT: unable to parse or verify signature");
  }
}
