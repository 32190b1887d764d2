import { expect, test } from "vitest";
import { addressBlock } from "./addressBlock.ts";

test("rate limits count all IPv6 addresses in a /64 network as one, in any notation", () => {
  const same = ["2001:db8:0:7::1", "2001:0DB8:0000:0007:ffff:ffff:ffff:ffff", "2001:db8::7:1:2:3:4"];
  expect(new Set(same.map(addressBlock))).toEqual(new Set(["2001:db8:0:7::/64"]));
  expect(addressBlock("2001:db8:0:8::1")).toBe("2001:db8:0:8::/64");
  expect(addressBlock("::1")).toBe("0:0:0:0::/64");
});

test("rate limits count each IPv4 address separately, including in IPv4-mapped IPv6 form", () => {
  expect(addressBlock("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(addressBlock("203.0.113.7")).toBe("203.0.113.7");
});
