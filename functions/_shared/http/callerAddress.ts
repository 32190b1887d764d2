import { isIP } from "node:net";
import type { FunctionsEnv } from "../env.ts";

type Settings = Pick<FunctionsEnv, "CLIENT_ADDRESS_HEADER" | "CLIENT_ADDRESS_FALLBACK">;

/** `address` is null if no header that callers cannot forge contains it. `header` is the one that was read. */
type CallerAddress = { address: string; header: string } | { address: null; header: null };

/**
 * The caller's network address, for rate limits.
 *
 * In the configured header it is the last entry: the proxy in front overwrites the header or appends to it, and anything
 * before that was sent by the caller.
 *
 * Hosted Supabase documents no header for this (https://github.com/orgs/supabase/discussions/52040), and its
 * edge-runtime adds none. Its functions are behind Cloudflare, which sets cf-connecting-ip
 * (https://developers.cloudflare.com/fundamentals/reference/http-headers/). Should that header be missing, the last
 * entry of x-forwarded-for is used. It is never the caller's text, which comes first
 * (https://github.com/orgs/supabase/discussions/34647), but it can be a proxy of the platform, whose callers then share
 * a limit. No entry further left can be told apart from a forged one. A private address identifies no caller at all.
 * x-real-ip is not read: nothing says that the platform overwrites it.
 */
export function callerAddress(headers: Headers, settings: Settings): CallerAddress {
  const { CLIENT_ADDRESS_HEADER: header, CLIENT_ADDRESS_FALLBACK: fallback } = settings;
  const address = lastEntry(headers, header);
  if (address) return { address, header };
  const other = fallback === null ? "" : lastEntry(headers, fallback);
  return fallback !== null && isPublic(other)
    ? { address: other, header: fallback }
    : { address: null, header: null };
}

/**
 * Where the caller's address came from, without the address: the name of the header, or null. `isExpected` is false if
 * the configured header was missing, so that rate limits are coarser than they should be. For checks of a deployment.
 */
export function addressSource(
  headers: Headers,
  settings: Settings,
): { header: string | null; isExpected: boolean } {
  const { header } = callerAddress(headers, settings);
  return { header, isExpected: header === settings.CLIENT_ADDRESS_HEADER };
}

function lastEntry(headers: Headers, name: string): string {
  return headers.get(name)?.split(",").at(-1)?.trim() ?? "";
}

/** "This network", private use, carrier-grade NAT, loopback and link-local (RFC 6890). */
const PRIVATE_IPV4 =
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
/** Unspecified, loopback, unique local and link-local (RFC 6890). */
const PRIVATE_IPV6 = /^(::1?$|f[cd]|fe[89ab])/i;
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

function isPublic(address: string): boolean {
  const plain = address.replace(MAPPED_IPV4, "");
  return isIP(plain) !== 0 && !PRIVATE_IPV4.test(plain) && !PRIVATE_IPV6.test(plain);
}
