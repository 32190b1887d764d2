import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, Next } from "hono";

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Everything but the API, which asks for a key, is for the person at this machine and for tests: other machines are
 * refused, and so are other sites' pages in this machine's browser (a rebound host name, or a form posted across sites).
 */
export async function requireLocalCaller(c: Context, next: Next): Promise<Response | undefined> {
  // Of a `Host` such as 127.999.1.1 no address can be made.
  if (!URL.canParse(c.req.url)) return c.text("Only from this machine", 403);
  const { hostname, origin } = new URL(c.req.url);
  const isLocal = LOOPBACK_ADDRESS.test(getConnInfo(c).remote.address ?? "") && LOOPBACK_NAME.test(hostname);
  const from = c.req.header("origin");
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  const isElsewhere = !["same-origin", "none"].includes(c.req.header("sec-fetch-site") ?? "none");
  // Following a link from the shop to a payment page is what a page elsewhere may lead to.
  const crossed = (from !== undefined && new URL(origin).host !== hostOf(from)) || (!isRead && isElsewhere);
  if (!isLocal || crossed) return c.text("Only from this machine", 403);
  await next();
  return undefined;
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : "";
}
