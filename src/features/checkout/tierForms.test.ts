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
  ["ngo", ada, "orgName", "Organisation name is required"],
  ["professional", ada, "company", "Company name is required"],
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
