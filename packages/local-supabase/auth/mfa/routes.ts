import { type Context, Hono } from "hono";
import { requireApiKey } from "../admin/requireAdmin.ts";
import { AuthError, notSimulated } from "../authError.ts";
import { readJson } from "../readJson.ts";
import { requireSession } from "../session/session.ts";
import type { Sql } from "../sql.ts";
import { challengeFactor } from "./challenge.ts";
import { enrollFactor } from "./enroll.ts";
import { removeFactor, requireFactor } from "./factor.ts";
import type { FactorCall, MfaParts } from "./parts.ts";
import { verifyFactor } from "./verify.ts";

const PATH = "/auth/v1/factors";

type Env = { Bindings: { address: string } };

/** GoTrue's `/factors`, as `auth.mfa` of supabase-js calls it. Each call needs the database session to itself. */
export function createFactorRoutes(
  parts: MfaParts & Parameters<typeof requireApiKey>[1],
): (request: Request, address: string) => Promise<Response> {
  const routes = new Hono<Env>();
  routes.onError(AuthError.answer);
  routes.notFound((c) => notSimulated(c.req.raw).toResponse());
  const session = (c: Context<Env>) => {
    requireApiKey(c.req.raw.headers, parts);
    return requireSession(parts.driver, parts.jwtSecret, c.req.raw.headers);
  };
  const callOf = async (c: Context<Env>, userId: string): Promise<FactorCall> => ({
    parts,
    factor: await requireFactor(parts.driver, userId, c.req.param("id")),
    address: c.env.address,
  });

  routes.post(PATH, async (c) => c.json(await enrollFactor(parts, await session(c), await readJson(c))));
  routes.post(`${PATH}/:id/challenge`, async (c) => {
    const { userId, email } = await session(c);
    return c.json(await challengeFactor(await callOf(c, userId), email));
  });
  routes.post(`${PATH}/:id/verify`, async (c) => {
    const current = await session(c);
    await verifyFactor(await callOf(c, current.userId), current, await readJson(c));
    return parts.renew(c.req.raw, current.id);
  });
  routes.delete(`${PATH}/:id`, async (c) => {
    const { userId, isAal2 } = await session(c);
    const { factor } = await callOf(c, userId);
    if (factor.status === "verified" && !isAal2) {
      throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    await parts.driver.transaction((sql) => removeFactor(sql, factor));
    return c.json({ id: factor.id });
  });
  return async (request, address) => routes.fetch(request, { address });
}

/** Issues new tokens for the session with the refresh grant, which rotates its current refresh token. */
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
