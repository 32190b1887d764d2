import { expect, test } from "vitest";
import { clientAddress, parseTrustedProxies } from "./clientAddress.ts";

const proxies = parseTrustedProxies("127.0.0.1, 10.0.0.0/8,fd00::/8") ?? undefined;

test("without trusted proxies a forwarded address is ignored", () => {
  const none = parseTrustedProxies("") ?? undefined;
  for (const trusted of [undefined, none])
    expect(clientAddress("127.0.0.1", "203.0.113.7", trusted)).toBe("127.0.0.1");
  expect(clientAddress("198.51.100.1", "203.0.113.7", proxies)).toBe("198.51.100.1");
});

test("behind trusted proxies, the client is the last address that is not a trusted proxy's", () => {
  expect(clientAddress("127.0.0.1", "203.0.113.7", proxies)).toBe("203.0.113.7");
  expect(clientAddress("127.0.0.1", "1.1.1.1, 203.0.113.7, 10.1.2.3", proxies)).toBe("203.0.113.7");
  expect(clientAddress("::ffff:127.0.0.1", "2001:db8::1", proxies)).toBe("2001:db8::1");
  expect(clientAddress("fd00::1", "203.0.113.7,127.0.0.1", proxies)).toBe("203.0.113.7");
});

test("an invalid X-Forwarded-For entry makes the proxy that sent it count as the client", () => {
  expect(clientAddress("127.0.0.1", undefined, proxies)).toBe("127.0.0.1");
  expect(clientAddress("127.0.0.1", "203.0.113.7, unknown", proxies)).toBe("127.0.0.1");
  expect(clientAddress("127.0.0.1", "10.1.1.1", proxies)).toBe("10.1.1.1");
});

test.each(["example.org", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/x", "::1/129"])(
  "TRUSTED_PROXIES=%s is rejected, because an entry is neither an address nor a network",
  (entry) => {
    expect(parseTrustedProxies(entry)).toBeNull();
  },
);
