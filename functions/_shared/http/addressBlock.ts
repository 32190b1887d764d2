const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const GROUPS_OF_BLOCK = 4;

/**
 * The part of a network address that identifies a caller for rate limits: for IPv6 the first 64 bits, since one
 * subscriber usually has every address with that prefix. Anything else is returned unchanged.
 */
export function addressBlock(address: string): string {
  const [, mapped] = MAPPED_IPV4.exec(address) ?? [];
  if (mapped) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const [left, right] = [groupsIn(head), groupsIn(tail)];
  const between = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => "0");
  const groups = [...left, ...between, ...right].slice(0, GROUPS_OF_BLOCK);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}

function groupsIn(part: string): string[] {
  return part === "" ? [] : part.split(":");
}
