import { describe, expect, it } from "vitest";
import { addressSource, callerAddress } from "./callerAddress.ts";
import { addressBlock } from "./rateLimit.ts";

const FORWARDED = { CLIENT_ADDRESS_HEADER: "x-forwarded-for", CLIENT_ADDRESS_FALLBACK: null };
const CHOSEN = { CLIENT_ADDRESS_HEADER: "cf-connecting-ip", CLIENT_ADDRESS_FALLBACK: null };
const HOSTED = { CLIENT_ADDRESS_HEADER: "cf-connecting-ip", CLIENT_ADDRESS_FALLBACK: "x-forwarded-for" };
type Settings = Parameters<typeof callerAddress>[1];
const addressIn = (sent: Record<string, string>, settings: Settings = FORWARDED) =>
  callerAddress(new Headers(sent), settings).address;

describe("the address that a rate limit counts", () => {
  it("is the one that our own proxy appended, whatever addresses the caller sent", () => {
    expect(addressIn({ "x-forwarded-for": "203.0.113.7" })).toBe("203.0.113.7");
    expect(addressIn({ "x-forwarded-for": "1.1.1.1, 2.2.2.2,203.0.113.7" })).toBe("203.0.113.7");
    expect(addressIn({ "x-forwarded-for": "2001:db8::1" })).toBe("2001:db8::1");
  });

  it("is read only from the header that the configuration trusts", () => {
    const sent = { "x-forwarded-for": "1.1.1.1", "cf-connecting-ip": "203.0.113.7" };
    expect(addressIn(sent)).toBe("1.1.1.1");
    expect(addressIn(sent, CHOSEN)).toBe("203.0.113.7");
    expect(addressIn(sent, HOSTED)).toBe("203.0.113.7");
    expect(addressIn({ "x-forwarded-for": "1.1.1.1" }, CHOSEN)).toBeNull();
    expect(addressIn({ "x-real-ip": "1.1.1.1", forwarded: "for=1.1.1.1" }, HOSTED)).toBeNull();
  });

  it("is, without the header of a hosted project, the last one that the platform appended", () => {
    const hosted = (list: string) => addressIn({ "x-forwarded-for": list }, HOSTED);
    expect(hosted("1.1.1.1, 203.0.113.7, 198.51.100.9")).toBe("198.51.100.9");
    expect(hosted("2001:db8::1")).toBe("2001:db8::1");
    expect(addressIn({ "cf-connecting-ip": " ", "x-forwarded-for": "203.0.113.7" }, HOSTED)).toBe(
      "203.0.113.7",
    );
  });

  it.each([
    "10.0.0.7",
    "127.0.0.1",
    "172.16.0.1",
    "172.31.9.9",
    "192.168.1.1",
    "169.254.1.1",
    "100.64.0.1",
    "::1",
    "fd00::1",
    "fe80::1",
    "::ffff:10.0.0.7",
    "unknown",
    "",
  ])("is never %j, which identifies no caller, nor an entry before it", (last) => {
    expect(addressIn({ "x-forwarded-for": `1.1.1.1, ${last}` }, HOSTED)).toBeNull();
  });

  it("can be near a private network without being in it", () => {
    for (const address of ["172.32.0.1", "100.128.0.1", "11.0.0.1", "::ffff:203.0.113.7", "2001:db8:fd00::1"])
      expect(addressIn({ "x-forwarded-for": address }, HOSTED)).toBe(address);
  });

  it("covers a whole IPv6 /64 network, however the address is written", () => {
    const same = ["2001:db8:0:7::1", "2001:0DB8:0000:0007:ffff:ffff:ffff:ffff", "2001:db8::7:1:2:3:4"];
    expect(new Set(same.map(addressBlock))).toEqual(new Set(["2001:db8:0:7::/64"]));
    expect(addressBlock("2001:db8:0:8::1")).toBe("2001:db8:0:8::/64");
    expect(addressBlock("::1")).toBe("0:0:0:0::/64");
    expect(addressBlock("::ffff:203.0.113.7")).toBe("203.0.113.7");
    expect(addressBlock("203.0.113.7")).toBe("203.0.113.7");
  });

  it("is missing for callers without a known address, who share one limit", () => {
    expect(addressIn({})).toBeNull();
    expect(addressIn({ "x-forwarded-for": "1.1.1.1, " })).toBeNull();
  });
});

describe("the source of the address, for checks of a deployment", () => {
  it("names the header without the address, and says whether it is the configured one", () => {
    const sourceOf = (sent: Record<string, string>) => addressSource(new Headers(sent), HOSTED);
    const forwarded = { "x-forwarded-for": "203.0.113.7" };
    expect(sourceOf({ ...forwarded, "cf-connecting-ip": "203.0.113.7" })).toEqual({
      header: "cf-connecting-ip",
      isExpected: true,
    });
    expect(sourceOf(forwarded)).toEqual({ header: "x-forwarded-for", isExpected: false });
    expect(sourceOf({})).toEqual({ header: null, isExpected: false });
  });
});
