import type { MiddlewareHandler } from "hono";

const YEAR_SECONDS = 31_536_000;
/** For files whose name holds their hash. */
export const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;
/** For everything else: kept, and asked about each time. */
export const NO_CACHE = "no-cache";

/** For how long browsers keep what is found; that nothing was found is never kept. */
export function cacheControl(policy: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    c.res.headers.set("Cache-Control", c.res.status === 404 ? NO_CACHE : policy);
  };
}
