import type { Resolver } from "react-hook-form";
import type * as z from "zod/mini";
import { ngoFormSchema, professionalFormSchema, studentFormSchema } from "../../domain/sales/checkout.ts";
import type { Tier } from "../../domain/sales/plans.ts";
import type { FieldName, Typed } from "./draft.ts";

type TierForm = {
  schema: z.ZodMiniType<Partial<Typed>>;
  /** The value of this field is stored as the profile's organisation (spec §3). */
  organization: FieldName;
  /** The text of the submit button before the total. */
  action: string;
};

export const TIER_FORMS: Record<Tier, TierForm> = {
  student: { schema: studentFormSchema, organization: "university", action: "Complete Enrollment" },
  ngo: { schema: ngoFormSchema, organization: "orgName", action: "Proceed to Payment" },
  professional: { schema: professionalFormSchema, organization: "company", action: "Proceed to Payment" },
};

/** Returns the trimmed values, or the error for the first invalid field: the spec shows one error at a time. */
export function resolverOf(tier: Tier): Resolver<Typed> {
  return (typed) => {
    const result = TIER_FORMS[tier].schema.safeParse(typed);
    if (result.success) return { values: { ...typed, ...result.data }, errors: {} };
    const [issue] = result.error.issues;
    const field = String(issue?.path[0]);
    return { values: {}, errors: { [field]: { type: "value", message: issue?.message } } };
  };
}
