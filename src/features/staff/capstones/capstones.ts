import * as z from "zod/mini";
import type { CapstoneFieldId } from "../../../domain/course/capstone.ts";
import { listPageSchema } from "../frame/list/StaffList.tsx";

// The replies of supabase/schemas/staff/capstones.sql.

const opinionSchema = z.object({
  asked_at: z.string(),
  asked_by: z.string(),
  reason: z.string(),
  is_mine: z.boolean(),
});
export type Opinion = z.infer<typeof opinionSchema>;

const rowSchema = z.object({
  id: z.uuid(),
  attempt: z.int(),
  handed_in_at: z.string(),
  reviewed_at: z.nullable(z.string()),
  passed: z.nullable(z.boolean()),
  second_opinion: z.nullable(opinionSchema),
});
export type CapstoneRow = z.infer<typeof rowSchema>;
export const capstonesSchema = listPageSchema(rowSchema);

const reviewSchema = z.object({
  scores: z.array(z.int()),
  comments: z.array(z.string()),
  overall: z.string(),
  has_sources: z.boolean(),
  has_diligence: z.boolean(),
  passed: z.boolean(),
  reviewed_at: z.string(),
  reviewer: z.string(),
});
export type SentReview = z.infer<typeof reviewSchema>;

const textsSchema = z.record(z.string(), z.string());
export type Texts = Partial<Record<CapstoneFieldId, string>>;

export const capstoneSchema = z.object({
  id: z.uuid(),
  attempt: z.int(),
  texts: textsSchema,
  handed_in_at: z.string(),
  review: z.nullable(reviewSchema),
  second_opinion: z.nullable(opinionSchema),
  previous: z.nullable(
    z.object({ texts: textsSchema, handed_in_at: z.string(), review: z.nullable(reviewSchema) }),
  ),
});
export type Capstone = z.infer<typeof capstoneSchema>;

/** How reviewers name a hand-in, which has no name: the beginning of its id. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

export const ATTEMPTS: Record<number, string> = { 1: "First attempt", 2: "Second attempt" };

/** Who it is, for an account that may have been deleted. */
export function named(email: string): string {
  return email === "" ? "a former reviewer" : email;
}
