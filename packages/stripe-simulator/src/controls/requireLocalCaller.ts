import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, Next } from "hono";
import { isForwarded } from "./isForwarded.ts";

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Protects everything but the API, which requires a key: only the developer at this machine and tests may use it.
 * Rejects other machines, requests that a proxy forwards, and pages of other sites in this machine's browser (a rebound host name, or a form posted
 * across sites).
 */
export async function requireLocalCaller(c: Context, next: Next): Promise<Response | undefined> {
  // A `Host` such as 127.999.1.1 does not form a valid URL.
  if (!URL.canParse(c.req.url)) return c.text("Only from this machine", 403);
  const { hostname, origin } = new URL(c.req.url);
  const isLocal =
    !isForwarded(c) &&
    LOOPBACK_ADDRESS.test(getConnInfo(c).remote.address ?? "") &&
    LOOPBACK_NAME.test(hostname);
  const from = c.req.header("origin");
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  const isElsewhere = !["same-origin", "none"].includes(c.req.header("sec-fetch-site") ?? "none");
  // A page elsewhere may link to a payment page, as the shop does.
  const crossed = (from !== undefined && new URL(origin).host !== hostOf(from)) || (!isRead && isElsewhere);
  if (!isLocal || crossed) return c.text("Only from this machine", 403);
  await next();
  return undefined;
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : "";
}
