import { COURSE } from "../course/course.ts";
import { COURSE_ID } from "../ids.ts";
import { paths } from "../paths.ts";
import type { AvailableEntry, CatalogueEntry, Category } from "./catalogueEntry.ts";
import { COMING_SOON_COURSES } from "./plannedCourses.ts";
import { TIER_PLANS, TIERS, type Tier } from "./plans.ts";

const FOR_TIER: Record<Tier, string> = {
  student:
    "The whole course for current students, with basic consultancy, the community forum and a certificate. You will need a student ID at checkout.",
  ngo: "For people in NGOs and charities. Adds advanced modules, 1-on-1 consultancy, a custom learning path and the resource library.",
  professional:
    "For people in business and professional practice. Adds unlimited 1-on-1 consultancy, support for a project of your own, a dedicated account manager and quarterly strategy sessions.",
};

/** The flagship course, once for each tier. */
const AVAILABLE_COURSES: readonly AvailableEntry[] = TIERS.map((tier) => ({
  id: `${COURSE_ID}-${tier}`,
  title: COURSE.title,
  description: FOR_TIER[tier],
  duration: `${COURSE.days} days`,
  level: COURSE.level,
  pricePence: TIER_PLANS[tier].pricePence.full,
  category: COURSE.programme,
  tier,
  modules: COURSE.modules.length,
  comingSoon: false,
  checkoutLink: paths.pricing(tier),
}));

export const CATALOGUE: readonly CatalogueEntry[] = [...AVAILABLE_COURSES, ...COMING_SOON_COURSES];

/** A catalogue filter. A null category means all categories. The query is the text as typed. */
export type CatalogueFilter = { query: string; category: Category | null };

/** The entries of the category that contain every word of the query, in catalogue order. */
export function filterCatalogue(
  entries: readonly CatalogueEntry[],
  { query, category }: CatalogueFilter,
): CatalogueEntry[] {
  const words = searchable(query).split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    if (category && entry.category !== category) return false;
    const text = searchableText(entry);
    return words.every((word) => text.includes(word));
  });
}

function searchableText(entry: CatalogueEntry): string {
  const tier = entry.tier ? TIER_PLANS[entry.tier].label : "coming soon";
  const { title, description, category, level, duration } = entry;
  return searchable([title, description, category, level, duration, tier].join("\n"));
}

/** Ignores case, accents, hyphens and invisible characters: "non-profit", "nonprofit" and "Non Profit" find the same courses. */
function searchable(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Pd}\p{Default_Ignorable_Code_Point}]/gu, "")
    .toLowerCase();
}
