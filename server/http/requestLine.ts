import type { MiddlewareHandler } from "hono";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Rejects all other methods. Node accepts TRACE, which a Request cannot represent, so each one would be a server error. */
export const knownMethods: MiddlewareHandler = async (c, next) => {
  if (METHODS.includes(c.req.method)) return next();
  return c.text("Method not allowed", 405, { Allow: METHODS.join(", ") });
};

/**
 * Rejects an invalid `Host`, such as `127.999.1.1`, and below the services a path that is not encoded correctly, before any
 * handler parses them, and NUL, which no file system or database accepts.
 */
export const readableAddress: MiddlewareHandler = async (c, next) =>
  isReadable(c.req.url) ? next() : c.text("Bad request", 400);

const API = /^\/(auth|rest|storage|functions)\/v1\//;

function isReadable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { pathname, search } = new URL(address);
  // In queries, functions answer for themselves.
  const forDatabase = pathname.startsWith("/rest/v1/") ? pathname + search : pathname;
  if (forDatabase.includes("%00")) return false;
  // A page of the site answers to any other path.
  if (!API.test(pathname)) return true;
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    // A percent sign that starts no UTF-8 character.
    return false;
  }
}
