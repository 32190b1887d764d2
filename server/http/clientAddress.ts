import { BlockList, isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/** Addresses and networks (CIDR) of the proxies in front of this server. */
export type TrustedProxies = { has(address: string): boolean };

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Parses `127.0.0.1, 10.0.0.0/8, fd00::/8`. Null if one of the entries is neither an address nor a network. */
export function parseTrustedProxies(list: string): TrustedProxies | null {
  const blocks = new BlockList();
  for (const entry of list.split(",").flatMap((each) => each.trim() || [])) {
    const [address = "", bits, ...rest] = entry.split("/");
    const longest = isIP(address) === 6 ? 128 : 32;
    if (!isIP(address) || rest.length > 0) return null;
    if (bits === undefined) blocks.addAddress(address, family(address));
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
      blocks.addSubnet(address, Number(bits), family(address));
    else return null;
  }
  return { has: (address) => isIP(address) !== 0 && blocks.check(address, family(address)) };
}

/**
 * The client's address, for rate limits. Only the part of `X-Forwarded-For` that trusted proxies wrote is used: each proxy
 * appends the address from which it received the request, so the list is read from the right, and the first address that is
 * not a trusted proxy's is the client's. Everything left of it was sent by the client.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxies | undefined,
): string {
  let address = peer;
  const hops = (forwardedFor ?? "").split(",").map((each) => each.trim());
  while (trusted?.has(address)) {
    const hop = hops.pop();
    if (hop === undefined || !isIP(hop)) break;
    address = hop;
  }
  return address;
}

/** The client's address for a request to the embedded server. */
export function callerAddress(c: Context, trusted: TrustedProxies | undefined): string {
  const peer = getConnInfo(c).remote.address ?? "unknown";
  return clientAddress(peer, c.req.header("x-forwarded-for"), trusted);
}

/** True for a request from one of our own functions, which alone know the key. */
export function isOurs(c: Context, secretKey: string): boolean {
  return c.req.header("apikey") === secretKey;
}

/** The address of the caller for whom one of our functions acts. Null if it acts for nobody else. */
export function addressBehind(c: Context, secretKey: string): string | null {
  const address = c.req.header("sb-forwarded-for") ?? "";
  return isOurs(c, secretKey) && isIP(address) !== 0 ? address : null;
}
