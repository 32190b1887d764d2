import { COURSE } from "./course.ts";
import { COURSE_ID } from "./ids.ts";
import { paths } from "./paths.ts";
import { TIER_PLANS, TIERS, type Tier } from "./plans.ts";

export const CATEGORIES = [
  "Core Program",
  "Compliance",
  "Ethics",
  "Risk Management",
  "Industry-Specific",
] as const;
export type Category = (typeof CATEGORIES)[number];

type Entry = {
  id: string;
  title: string;
  description: string;
  /** As written: "5 weeks". */
  duration: string;
  level: string;
  /** Net of VAT, in pence, for a payment in full. */
  pricePence: number;
  category: Category;
  modules: number;
};

export type AvailableEntry = Entry & { comingSoon: false; tier: Tier; checkoutLink: string };
export type ComingSoonEntry = Entry & { comingSoon: true; tier: null; checkoutLink: null };
export type CatalogueEntry = AvailableEntry | ComingSoonEntry;

const FOR_TIER: Record<Tier, string> = {
  student:
    "The whole course for people who are studying now, with basic consultancy, the community forum and a certificate. A student ID is asked for at checkout.",
  ngo: "For people in NGOs and charities. Adds advanced modules, 1-on-1 consultancy, a custom learning path and the resource library.",
  professional:
    "For people in business and professional practice. Adds unlimited 1-on-1, support for a project of your own, a dedicated account manager and quarterly strategy sessions.",
};

/** The flagship course, once for each tier it is sold in. */
export const AVAILABLE_COURSES: readonly AvailableEntry[] = TIERS.map((tier) => ({
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

const planned = (entry: Entry): ComingSoonEntry => ({
  ...entry,
  tier: null,
  comingSoon: true,
  checkoutLink: null,
});

/** Courses that are announced with their price but cannot be bought yet. */
export const COMING_SOON_COURSES: readonly ComingSoonEntry[] = [
  planned({
    id: "eu-ai-act-compliance",
    title: "EU AI Act Compliance",
    description:
      "Which duties of the EU AI Act reach your organisation, for which of its systems, and from which date.",
    duration: "5 weeks",
    level: "Intermediate",
    pricePence: 150_00,
    category: "Compliance",
    modules: 8,
  }),
  planned({
    id: "ethical-ai-governance",
    title: "Ethical AI Governance",
    description: "Who decides about AI in an organisation, by which values, and how somebody can say no.",
    duration: "4 weeks",
    level: "All Levels",
    pricePence: 120_00,
    category: "Ethics",
    modules: 10,
  }),
  planned({
    id: "iso-and-nist-standards",
    title: "ISO and NIST Standards",
    description:
      "ISO/IEC 42001 and the NIST AI Risk Management Framework side by side: what each asks for, and where they meet.",
    duration: "6 weeks",
    level: "Advanced",
    pricePence: 200_00,
    category: "Compliance",
    modules: 14,
  }),
  planned({
    id: "ai-risk-management",
    title: "AI Risk Management",
    description: "Find, weigh, treat and review the risks of an AI system, from its purpose to its last day.",
    duration: "4 weeks",
    level: "Intermediate",
    pricePence: 130_00,
    category: "Risk Management",
    modules: 9,
  }),
  planned({
    id: "responsible-ai-for-healthcare",
    title: "Responsible AI for Healthcare",
    description:
      "AI near patients: evidence that holds for each group of them, human judgement that stays awake, and data held with care.",
    duration: "5 weeks",
    level: "Advanced",
    pricePence: 180_00,
    category: "Industry-Specific",
    modules: 11,
  }),
];

export const CATALOGUE: readonly CatalogueEntry[] = [...AVAILABLE_COURSES, ...COMING_SOON_COURSES];

/** What a visitor is looking for. Category null is all of them; the query is as typed. */
export type CatalogueFilter = { query: string; category: Category | null };

/** The entries of the category in which every word of the query occurs, in the order of the catalogue. */
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

/** Case, accents and hyphens do not matter: "non-profit", "nonprofit" and "Non Profit" find the same courses. */
function searchable(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Pd}]/gu, "")
    .toLowerCase();
}
