import type { MiddlewareHandler } from "hono";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Rejects all other methods. Node accepts TRACE, which a Request cannot represent, so each one would be a server error. */
export const knownMethods: MiddlewareHandler = async (c, next) => {
  if (METHODS.includes(c.req.method)) return next();
  return c.text("Method not allowed", 405, { Allow: METHODS.join(", ") });
};

/**
 * Rejects an invalid `Host`, such as `127.999.1.1`, before any handler parses the address, and NUL in a path, which no file
 * system or database accepts.
 */
export const readableAddress: MiddlewareHandler = async (c, next) => {
  if (URL.canParse(c.req.url) && !new URL(c.req.url).pathname.includes("%00")) return next();
  return c.text("Bad request", 400);
};
