import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "../../domain/course.ts";
import { paths } from "../../domain/paths.ts";
import { INSTALLMENT_MONTHS, TIER_PLANS, TIERS, type Tier } from "../../domain/plans.ts";
import { formatWholePounds, VAT_PERCENT } from "../../domain/pricing.ts";
import { SITE } from "../../domain/site.ts";

/** What the course is, in one sentence. */
export const COURSE_DESCRIPTION = `AI fundamentals, responsible AI, AI at work and plural ethics: ${TOTAL_LESSONS} lessons of ${LESSON_MINUTES} minutes, from ${formatWholePounds(TIER_PLANS.student.pricePence.full)} plus VAT. Lesson 1 is free to read.`;

function pricing(tier: Tier): string {
  const { label, pricePence } = TIER_PLANS[tier];
  const [full, month] = [formatWholePounds(pricePence.full), formatWholePounds(pricePence.installment)];
  return `${label}: ${COURSE.title} for ${full} in full or ${INSTALLMENT_MONTHS} monthly payments of ${month}, plus ${VAT_PERCENT}% VAT, and what is included.`;
}

const DESCRIPTIONS: Record<string, string> = {
  [paths.landing()]: SITE.description,
  [paths.academy()]: COURSE_DESCRIPTION,
  [paths.catalogue()]: `Every course with its duration, level and price: ${COURSE.title} for students, NGOs and professionals, and what comes next.`,
  [paths.contact()]:
    "Questions about the course, enrolment or a payment? Our e-mail address, office hours and a form to write to us.",
  ...Object.fromEntries(TIERS.map((tier) => [paths.pricing(tier), pricing(tier)])),
  [paths.privacy()]:
    "What personal data the academy keeps, where and for how long, who receives it, and the rights that you have over it.",
  [paths.terms()]:
    "What you agree to when you enrol: prices and VAT, instalments, cancellation and refunds, access to the course, and the law.",
  [paths.accessibility()]:
    "How far this site meets WCAG 2.2 AA, what was tested and how, what is known not to work, and how to report a barrier.",
};

/** What search results and shared links say about a public page, in at most 155 characters. Throws without one. */
export function descriptionOf(address: string): string {
  const description = DESCRIPTIONS[address];
  if (!description) throw new Error(`${address} has no description (src/app/crawlers/descriptions.ts)`);
  return description;
}
