import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "../../domain/course/course.ts";
import { INSTALLMENT_MONTHS, TIER_PLANS, type Tier } from "../../domain/sales/plans.ts";
import { formatWholePounds, VAT_PERCENT } from "../../domain/sales/pricing.ts";

/** A description of the course in one sentence. */
export function courseDescription(): string {
  return `AI fundamentals, responsible AI, AI at work and plural ethics: ${TOTAL_LESSONS} lessons of ${LESSON_MINUTES} minutes, from ${formatWholePounds(TIER_PLANS.student.pricePence.full)} plus VAT. Lesson 1 is free to read.`;
}

/** The description of a tier's pricing page; empty for an address without a valid tier. */
export function pricingDescription(tier: Tier | undefined): string {
  if (!tier) return "";
  const { label, pricePence } = TIER_PLANS[tier];
  const [full, month] = [formatWholePounds(pricePence.full), formatWholePounds(pricePence.installment)];
  return `${label}: ${COURSE.title} for ${full} in full or ${INSTALLMENT_MONTHS} monthly payments of ${month}, plus ${VAT_PERCENT}% VAT, and what is included.`;
}
