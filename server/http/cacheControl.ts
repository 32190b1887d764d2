import type { MiddlewareHandler } from "hono";

const YEAR_SECONDS = 31_536_000;
/** For files whose name contains their hash. */
export const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;
/** For everything else: stored, but revalidated on each use. */
export const NO_CACHE = "no-cache";

/** Prevents caching of responses, which may be personal, unless they set their own Cache-Control. */
export const notKept: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
};

/** Sets this cache policy, except for a 404, which browsers must always revalidate. */
export function cacheControl(policy: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    c.res.headers.set("Cache-Control", c.res.status === 404 ? NO_CACHE : policy);
  };
}
