import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ADDRESSES, LINES } from "../../tests/support/hostileInputs.ts";
import { CONTACT_FIELDS, cleanField, countCharacters, faultOf, MAX_CHARACTERS } from "./contact.ts";

const SEEDED = { seed: 20261121 };

const check = (field: (typeof CONTACT_FIELDS)[number], typed: string) =>
  faultOf(field, cleanField(field, typed));

describe("the contact form (S-065, S-113)", () => {
  test.each([
    ["name", "", "Name is required"],
    ["name", " \t\n ", "Name is required"],
    ["name", "n".repeat(101), "Name must be less than 100 characters"],
    ["email", "", "Invalid email address"],
    ["email", "ada", "Invalid email address"],
    ["email", "ada@example.org, eve@example.org", "Invalid email address"],
    ["email", `${"a".repeat(244)}@example.org`, "Email must be less than 255 characters"],
    ["subject", "  ", "Subject is required"],
    ["subject", "s".repeat(201), "Subject must be less than 200 characters"],
    ["message", "\n\n", "Message is required"],
    ["message", "m".repeat(2001), "Message must be less than 2000 characters"],
  ] as const)('answers the %s %j with the message "%s"', (field, typed, message) => {
    expect(check(field, typed)).toBe(message);
  });

  test("accepts the maximum length in every field and ignores surrounding whitespace", () => {
    for (const field of ["name", "subject", "message"] as const) {
      expect(check(field, `  ${"x".repeat(MAX_CHARACTERS[field])}\n`)).toBeNull();
    }
    expect(check("email", " ada@example.org ")).toBeNull();
  });

  test("counts an emoji, or any other character beyond 16 bits, as one character", () => {
    expect(countCharacters("👍𝒜é字")).toBe(4);
    expect(check("message", "👍".repeat(2000))).toBeNull();
    expect(check("message", "👍".repeat(2001))).toBe("Message must be less than 2000 characters");
  });

  test("removes line breaks from name, address and subject", () => {
    expect(cleanField("subject", "Hello\r\nBcc: eve@example.org\u2028\u0085X")).toBe(
      "Hello Bcc: eve@example.org X",
    );
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.constantFrom("name", "email", "subject"),
        (text, field) => {
          expect(cleanField(field, text)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        },
      ),
      SEEDED,
    );
  });

  test("keeps the line breaks of a message from any operating system", () => {
    expect(cleanField("message", " One\r\n\r\nTwo\rThree\t3\u0007\n")).toBe("One\n\nTwo\nThree\t3");
  });

  test("does not change a value when it is cleaned a second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...CONTACT_FIELDS), (text, field) => {
        const once = cleanField(field, text);
        expect(cleanField(field, once)).toBe(once);
      }),
      SEEDED,
    );
  });
});

test.each(ADDRESSES)(
  "the contact form takes the email addresses that all forms take: $about",
  ({ typed, address }) => {
    if (address === null) expect(check("email", typed)).toMatch(/^(Invalid email address|Email must be)/);
    else expect([check("email", typed), cleanField("email", typed)]).toEqual([null, address]);
  },
);

test.each(LINES)("a name or subject of the contact form is one visible line: $about", ({ typed, clean }) => {
  expect(cleanField("name", typed)).toBe(clean);
  expect(check("subject", typed)).toBe(clean === "" ? "Subject is required" : null);
});

test.each(LINES.filter(({ clean }) => clean === ""))(
  "a message needs something visible: $about",
  ({ typed }) => {
    expect(check("message", typed)).toBe("Message is required");
  },
);
