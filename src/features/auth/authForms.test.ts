import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { ADDRESSES, CODES, LINES } from "../../../tests/support/hostileInputs.ts";
import { proveAddressSchema } from "../../domain/address.ts";
import { signUpSchema } from "../../domain/signUp.ts";
import { mailedCodeSchema, newPasswordSchema, signInSchema } from "./authForms.ts";

const ADA = { firstName: "Ada", lastName: "Okafor", email: "ada@university.example", password: "sixsix" };

function messages(schema: z.ZodMiniType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];
}

test("the sign-up form accepts complete details, trims names and email, and keeps the password as typed (S-070)", () => {
  const typed = { ...ADA, firstName: "  Ada ", email: " ada@university.example ", password: " six six " };
  expect(signUpSchema.parse(typed)).toEqual({ ...ADA, password: " six six " });
});

test.each([
  ["a missing first name", { firstName: " " }, "First name is required"],
  ["a missing last name", { lastName: "" }, "Last name is required"],
  [
    "a first name of 101 characters",
    { firstName: "a".repeat(101) },
    "First name must be less than 100 characters",
  ],
  ["an invalid email address", { email: "ada" }, "Invalid email address"],
  [
    "an email address of 256 characters",
    { email: `${"a".repeat(250)}@b.org` },
    "Email must be less than 255 characters",
  ],
  ["a password of five characters", { password: "fives" }, "Password must be at least 6 characters"],
])("the sign-up form rejects %s with the specified message (S-070, S-113)", (_case, change, message) => {
  expect(messages(signUpSchema, { ...ADA, ...change })).toEqual([message]);
});

test("every form for a new password stores it in composed form, and none trims it", () => {
  const [typed, stored] = [" Cafe\u0301!", " Café!"];
  expect(signUpSchema.parse({ ...ADA, password: typed }).password).toBe(stored);
  expect(newPasswordSchema.parse({ password: typed }).password).toBe(stored);
  expect(proveAddressSchema.parse({ key: "key", password: typed }).password).toBe(stored);
});

test.each(ADDRESSES)(
  "sign-in and sign-up take the email addresses that all forms take: $about",
  ({ typed, address }) => {
    for (const schema of [signInSchema, signUpSchema]) {
      const result = schema.safeParse({ ...ADA, email: typed });
      expect(result.data?.email ?? result.error?.issues[0]?.message).toBe(address ?? "Invalid email address");
    }
  },
);

test.each(LINES)("the sign-up form keeps a name as one visible line: $about", ({ typed, clean }) => {
  const result = signUpSchema.safeParse({ ...ADA, lastName: typed });
  expect(result.data?.lastName ?? result.error?.issues[0]?.message).toBe(clean || "Last name is required");
});

test.each(CODES)("an emailed code is read in any digits and grouping: $about", ({ typed, plain }) => {
  const result = mailedCodeSchema.safeParse({ code: typed });
  expect(result.data?.code).toBe(/^\d+$/.test(plain) ? plain : undefined);
});

test("the sign-in form requires a valid email and any non-empty password (S-070)", () => {
  expect(messages(signInSchema, { email: "ada", password: "" })).toEqual([
    "Invalid email address",
    "Password is required",
  ]);
  expect(messages(signInSchema, { email: ADA.email, password: "x" })).toEqual([]);
});
