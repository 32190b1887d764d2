import { domainToUnicode } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ADDRESSES } from "../../tests/support/hostileInputs.ts";
import { emailAddress } from "./email.ts";
import { readableEmail, unmistakableEmail } from "./text/readableEmail.ts";

const SEEDED = { seed: 20261127 };

test.each(ADDRESSES)("an email address is stored in ASCII or refused: $about", ({ typed, address }) => {
  expect(emailAddress(typed)).toBe(address);
});

test.each(ADDRESSES.filter(({ address }) => address))(
  "an email address is shown as it is written: $about",
  ({ address, readable }) => {
    expect(readableEmail(address ?? "")).toBe(readable ?? address);
  },
);

test("a domain in any script becomes ASCII, and readable again as the platform reads it", () => {
  const label = fc.string({
    unit: fc.constantFrom(..."abz09-äßéпример例テ字مثالदि𐌀"),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(label, (name) => {
      const address = emailAddress(`ada@${name}.example`);
      if (address === null) return;
      expect(address).toMatch(/^[\x21-\x7e]+$/);
      expect(emailAddress(address)).toBe(address);
      expect(readableEmail(address)).toBe(`ada@${domainToUnicode(address.slice(4))}`);
    }),
    { ...SEEDED, numRuns: 500 },
  );
});

test("staff also see the stored address of a domain that could be mistaken for another", () => {
  expect(unmistakableEmail("ada@xn--80ak6aa92e.com")).toBe("ada@аррӏе.com (ada@xn--80ak6aa92e.com)");
  expect(unmistakableEmail("ada@apple.com")).toBe("ada@apple.com");
});

test("a domain that is not valid Punycode is shown as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."abcz019-"), maxLength: 70 }), (text) => {
      const shown = readableEmail(`ada@xn--${text}.org`);
      expect(shown === `ada@xn--${text}.org` || emailAddress(shown) === `ada@xn--${text}.org`).toBe(true);
    }),
    { ...SEEDED, numRuns: 500 },
  );
});
