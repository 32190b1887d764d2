import type { MiddlewareHandler } from "hono";

const YEAR_SECONDS = 31_536_000;
/** For files whose name holds their hash. */
export const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;
/** For everything else: kept, and asked about each time. */
export const NO_CACHE = "no-cache";

/** Answers that are somebody's own are kept nowhere, unless they say themselves that they are for everybody. */
export const notKept: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
};

/** For how long browsers keep what is found; that nothing was found is never kept. */
export function cacheControl(policy: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    c.res.headers.set("Cache-Control", c.res.status === 404 ? NO_CACHE : policy);
  };
}
