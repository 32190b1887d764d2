import { expect, test } from "vitest";
import type { Tier } from "../../domain/sales/plans.ts";
import { type Typed, typedFrom } from "./draft.ts";
import { resolverOf } from "./tierForms.ts";

const ada = { firstName: "Ada", lastName: "Byron", email: "ada@example.org" };

/** Every error that the form for `tier` shows, as [field, message]. */
async function faults(tier: Tier, typed: Partial<Typed>) {
  // The resolver ignores its context and options.
  const result = await resolverOf(tier)(typedFrom(typed), undefined, {} as never);
  return Object.entries(result.errors).map(([field, error]) => [field, error?.message]);
}

test.each([
  ["student", {}, "university", "University is required"],
  [
    "student",
    { university: "x".repeat(201), ...ada },
    "university",
    "University must be at most 200 characters",
  ],
  ["ngo", ada, "orgName", "Organisation name is required"],
  ["ngo", { orgName: "Org", ...ada, firstName: " " }, "firstName", "First name is required"],
  ["ngo", { orgName: "Org", ...ada, email: "no" }, "email", "Invalid email"],
  ["professional", ada, "company", "Company name is required"],
  ["professional", { company: "Co", ...ada, lastName: "" }, "lastName", "Last name is required"],
  [
    "professional",
    { company: "Co", ...ada, jobTitle: "x".repeat(201) },
    "jobTitle",
    "Job title must be at most 200 characters",
  ],
  [
    "professional",
    { company: "Co", ...ada, phone: "1".repeat(21) },
    "phone",
    "Phone must be at most 20 characters",
  ],
] as const)(
  "the %s checkout form with %j shows one error: %s, %s (S-066, S-067, S-068, S-113)",
  async (tier, typed, ...fault) => {
    expect(await faults(tier, typed)).toEqual([fault]);
  },
);

test("the checkout forms trim the buyer's values (S-067)", async () => {
  const typed = typedFrom({ orgName: " Org ", ...ada, firstName: " Ada ", phone: "  " });
  const { values } = await resolverOf("ngo")(typed, undefined, {} as never);
  expect(values).toMatchObject({ orgName: "Org", firstName: "Ada", phone: "" });
});
