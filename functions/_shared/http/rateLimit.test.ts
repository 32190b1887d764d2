import { describe, expect, it } from "vitest";
import { addressBlock } from "./addressBlock.ts";
import { callerAddress } from "./rateLimit.ts";

const FORWARDED = { CLIENT_ADDRESS_HEADER: "x-forwarded-for" };
const CLOUDFLARE = { CLIENT_ADDRESS_HEADER: "cf-connecting-ip" };
const addressIn = (sent: Record<string, string>, env = FORWARDED) => callerAddress(new Headers(sent), env);

describe("the address that a rate limit counts", () => {
  it("is the one that our own proxy appended, whatever addresses the caller sent", () => {
    expect(addressIn({ "x-forwarded-for": "203.0.113.7" })).toBe("203.0.113.7");
    expect(addressIn({ "x-forwarded-for": "1.1.1.1, 2.2.2.2,203.0.113.7" })).toBe("203.0.113.7");
    expect(addressIn({ "x-forwarded-for": "2001:db8::1" })).toBe("2001:db8::1");
  });

  it("is read only from the header that the configuration trusts", () => {
    const sent = { "x-forwarded-for": "1.1.1.1", "cf-connecting-ip": "203.0.113.7" };
    expect(addressIn(sent)).toBe("1.1.1.1");
    expect(addressIn(sent, CLOUDFLARE)).toBe("203.0.113.7");
    expect(addressIn({ "x-forwarded-for": "1.1.1.1" }, CLOUDFLARE)).toBe("unknown");
  });

  it("covers a whole IPv6 /64 network, however the address is written", () => {
    const same = ["2001:db8:0:7::1", "2001:0DB8:0000:0007:ffff:ffff:ffff:ffff", "2001:db8::7:1:2:3:4"];
    expect(new Set(same.map(addressBlock))).toEqual(new Set(["2001:db8:0:7::/64"]));
    expect(addressBlock("2001:db8:0:8::1")).toBe("2001:db8:0:8::/64");
    expect(addressBlock("::1")).toBe("0:0:0:0::/64");
    expect(addressBlock("::ffff:203.0.113.7")).toBe("203.0.113.7");
    expect(addressBlock("203.0.113.7")).toBe("203.0.113.7");
    expect(addressBlock("unknown")).toBe("unknown");
  });

  it("is shared by all callers without a known address", () => {
    expect(addressIn({})).toBe("unknown");
    expect(addressIn({ "x-forwarded-for": "1.1.1.1, " })).toBe("unknown");
  });
});
