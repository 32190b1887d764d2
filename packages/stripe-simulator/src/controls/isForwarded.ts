import type { Context } from "hono";

const FORWARDING = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "cf-connecting-ip",
];

/** True for a request that a proxy passed on: it may come from anywhere, although the connection is local. */
export function isForwarded(c: Context): boolean {
  return FORWARDING.some((name) => c.req.header(name) !== undefined);
}
