import { UNIVERSITY_HEADER } from "../../../src/domain/sales/studentIdFile.ts";
import type { FunctionsEnv } from "../env.ts";

const PREFLIGHT_SECONDS = "86400";

/** For public responses, which do not depend on the caller. */
export const PUBLIC_CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, OPTIONS",
  "access-control-allow-headers": "apikey, authorization, content-type, x-client-info, x-request-id",
  "access-control-expose-headers": "etag, x-request-id, retry-after",
  "access-control-max-age": PREFLIGHT_SECONDS,
};

/** Headers that allow pages on the site's own origins to read the response. Other origins get none. */
export function corsHeaders(request: Request, env: FunctionsEnv, method: string): Record<string, string> {
  const origin = request.headers.get("origin");
  const allowed = [new URL(env.SITE_URL).origin, ...env.ALLOWED_ORIGINS];
  if (!origin || !allowed.includes(origin)) return { vary: "origin" };
  return {
    vary: "origin",
    "access-control-allow-origin": origin,
    "access-control-allow-methods": `${method}, OPTIONS`,
    "access-control-allow-headers": `authorization, apikey, content-type, x-client-info, x-request-id, ${UNIVERSITY_HEADER}`,
    "access-control-expose-headers": "x-request-id, retry-after",
    "access-control-max-age": PREFLIGHT_SECONDS,
  };
}
