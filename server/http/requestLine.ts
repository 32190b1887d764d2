import type { MiddlewareHandler } from "hono";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Refuses all other methods. Node hands on TRACE too, which no Request can carry: it would be a fault of ours each time. */
export const knownMethods: MiddlewareHandler = async (c, next) => {
  if (METHODS.includes(c.req.method)) return next();
  return c.text("Method not allowed", 405, { Allow: METHODS.join(", ") });
};

/** Rejects an invalid `Host`, such as `127.999.1.1`, before any handler parses the address. */
export const readableHost: MiddlewareHandler = async (c, next) => {
  if (URL.canParse(c.req.url)) return next();
  return c.text("Bad request", 400);
};
