import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, Next } from "hono";

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;
const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The controls are for the person at this machine and for tests: other machines are refused, and so are other
 * sites' pages in this machine's browser (a rebound host name, or a form posted across sites).
 */
export async function onlyThisMachine(c: Context, next: Next): Promise<Response | undefined> {
  const { hostname, origin } = new URL(c.req.url);
  const isLocal = LOOPBACK_ADDRESS.test(getConnInfo(c).remote.address ?? "") && LOOPBACK_NAMES.has(hostname);
  const from = c.req.header("origin");
  const crossed = from !== undefined && new URL(origin).host !== hostOf(from);
  if (!isLocal || crossed) return c.text("Only from this machine", 403);
  await next();
  return undefined;
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : "";
}
