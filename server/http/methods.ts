import type { MiddlewareHandler } from "hono";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Refuses all other methods. Node hands on TRACE too, which no Request can carry: it would be a fault of ours each time. */
export const knownMethods: MiddlewareHandler = async (c, next) => {
  if (METHODS.includes(c.req.method)) return next();
  return c.text("Method not allowed", 405, { Allow: METHODS.join(", ") });
};
