import { expect, test } from "vitest";
import { ADDRESSES, DISCOUNT_CODES, LINES, PHONES } from "../../../tests/support/hostileInputs.ts";
import {
  billingPortalRequestSchema,
  createCheckoutRequestSchema,
  ngoFormSchema,
  professionalFormSchema,
  studentFormSchema,
  validateDiscountRequestSchema,
} from "./checkout.ts";
import { buyTeamRequestSchema } from "./teams.ts";

const form = { university: "A University", firstName: "Ada", lastName: "Byron", email: "ada@example.org" };

function firstFault(change: Record<string, string>): string | undefined {
  const result = studentFormSchema.safeParse({ ...form, ...change });
  return result.success ? undefined : result.error.issues[0]?.message;
}

test.each([
  [{ university: "  " }, "University is required"],
  [{ firstName: "" }, "First name is required"],
  [{ lastName: "" }, "Last name is required"],
  [{ email: "not an address" }, "Invalid email"],
  [{ email: "" }, "Invalid email"],
])('the student form with %j reports "%s" (S-066)', (change, message) => {
  expect(firstFault(change)).toBe(message);
});

test("the NGO and company forms require an organisation name, and a job title is optional (S-067, S-068)", () => {
  const { university: _, ...person } = form;
  expect(ngoFormSchema.safeParse(person).error?.issues[0]?.message).toBeDefined();
  const ngo = ngoFormSchema.safeParse({ ...person, orgName: " " });
  expect(ngo.error?.issues[0]?.message).toBe("Organisation name is required");
  const company = professionalFormSchema.safeParse({ ...person, company: "" });
  expect(company.error?.issues[0]?.message).toBe("Company name is required");
  expect(ngoFormSchema.safeParse({ ...person, orgName: "x".repeat(200) }).success).toBe(true);
  expect(ngoFormSchema.safeParse({ ...person, orgName: "x".repeat(201) }).success).toBe(false);
  const professional = { ...person, company: "Example Ltd" };
  expect(professionalFormSchema.parse(professional)).toMatchObject({ jobTitle: "", billingAddress: "" });
  expect(professionalFormSchema.safeParse({ ...professional, jobTitle: "x".repeat(201) }).success).toBe(
    false,
  );
});

test("a discount code may be applied before the email address is complete (S-069)", () => {
  const parse = (value: unknown) => validateDiscountRequestSchema.safeParse(value);
  expect(parse({ code: "SAVE", email: "ada@" }).success).toBe(true);
  expect(parse({ code: " " }).error?.issues[0]?.message).toBe("Please enter a discount code");
});

test("the billing portal's return path must be on this site", () => {
  const isAllowed = (returnPath: string) => billingPortalRequestSchema.safeParse({ returnPath }).success;
  expect(isAllowed("/academy/dashboard?plan=1")).toBe(true);
  for (const path of ["//evil.example", "/\\evil.example", "https://evil.example", "academy", "/a b"]) {
    expect(isAllowed(path), path).toBe(false);
  }
});

test.each([
  ["university", "University", 200],
  ["firstName", "First name", 100],
  ["lastName", "Last name", 100],
  ["phone", "Phone", 20],
  ["country", "Country", 100],
  ["discountCode", "Discount code", 50],
])("the checkout field %s names itself (%s) beyond %i characters (S-113)", (field, label, max) => {
  expect(firstFault({ [field]: "x".repeat(max) })).toBeUndefined();
  expect(firstFault({ [field]: "x".repeat(max + 1) })).toBe(`${label} must be at most ${max} characters`);
});

test.each([
  ["teamName", "Team name", 100],
  ["firstName", "First name", 100],
  ["lastName", "Last name", 100],
  ["email", "Email", 255],
  ["organization", "Organisation", 200],
  ["purchaseOrder", "Purchase order number", 140],
  ["line1", "Address", 200],
  ["line2", "Second line of the address", 200],
  ["city", "Town or city", 100],
  ["postalCode", "Postcode", 20],
  ["vatNumber", "VAT number", 40],
])("the field %s of a team's order names itself (%s) beyond %i characters (S-113)", (field, label, max) => {
  const result = buyTeamRequestSchema.safeParse({
    [field]: "x".repeat(max + 1),
    billing: { [field]: "x".repeat(max + 1) },
  });
  const messages = result.error?.issues.map(({ message }) => message);
  expect(messages).toContain(`${label} must be at most ${max} characters`);
});

test.each([`${"x".repeat(65)}@example.org`, `ada@${"x".repeat(64)}.org`, "ada@b-.org", "ada@-b.org"])(
  "the checkout rejects the undeliverable email address %s before payment",
  (email) => {
    expect(firstFault({ email })).toBe("Invalid email");
  },
);

test.each(LINES)("the checkout keeps a name as one visible line: $about", ({ typed, clean }) => {
  const result = studentFormSchema.safeParse({ ...form, firstName: typed });
  expect(result.data?.firstName ?? result.error?.issues[0]?.message).toBe(clean || "First name is required");
});

test.each(ADDRESSES)(
  "the checkout takes the email addresses that all forms take: $about",
  ({ typed, address }) => {
    const result = studentFormSchema.safeParse({ ...form, email: typed });
    expect(result.data?.email ?? result.error?.issues[0]?.message).toBe(address ?? "Invalid email");
  },
);

test.each(PHONES)("the checkout keeps a phone number in plain characters: $about", ({ typed, plain }) => {
  expect(studentFormSchema.parse({ ...form, phone: typed }).phone).toBe(plain);
});

test.each(DISCOUNT_CODES)(
  "the checkout sends a discount code as it is defined: $about",
  ({ typed, plain }) => {
    expect(validateDiscountRequestSchema.parse({ code: typed }).code).toBe(plain);
    expect(studentFormSchema.parse({ ...form, discountCode: typed }).discountCode).toBe(plain);
  },
);

test("the checkout accepts names in every script", () => {
  for (const firstName of ["Zdzisław", "山田", "مريم", "क्षितिज", "می‌خواهم"])
    expect(firstFault({ firstName })).toBeUndefined();
});

test("the checkout's email field accepts 255 characters and no more (S-113)", () => {
  const longest = `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example`;
  expect(firstFault({ email: longest })).toBeUndefined();
  expect(firstFault({ email: `${longest}${"e".repeat(20)}` })).toBe("Email must be at most 255 characters");
});

test("checkout values are trimmed and optional fields may be missing", () => {
  expect(studentFormSchema.parse({ ...form, firstName: " Ada " })).toEqual({
    ...form,
    phone: "",
    country: "",
    discountCode: "",
  });
});

test("a checkout request requires only the specified fields (S-078)", () => {
  const request = {
    firstName: "Ada",
    lastName: "Byron",
    email: "ada@example.org",
    phone: "",
    country: "",
    priceId: "academy_student_full",
    courseType: "student",
    isAuthenticated: false,
    discountCode: "",
  };
  expect(createCheckoutRequestSchema.parse(request)).toMatchObject({
    organization: "",
    discountCode: "",
  });
  expect(createCheckoutRequestSchema.safeParse({ ...request, courseType: "teacher" }).success).toBe(false);
  const faultWith = (change: object) =>
    createCheckoutRequestSchema.safeParse({ ...request, ...change }).error?.issues[0]?.message;
  expect(faultWith({ courseType: "ngo", organization: "Example" })).toBeUndefined();
  for (const organization of [undefined, "", " \u200b"]) {
    expect(faultWith({ courseType: "ngo", organization })).toBe("Organisation name is required");
    expect(faultWith({ courseType: "professional", organization })).toBe("Company name is required");
  }
  for (const consent of ["termsAccepted", "immediateSupply"]) {
    expect(faultWith({ [consent]: true })).toBeUndefined();
    expect(faultWith({ [consent]: false })).toBe("Please accept the terms and request immediate access");
  }
});
