import { COURSE } from "../course/course.ts";
import { COURSE_ID } from "../ids.ts";
import { paths } from "../paths.ts";
import { TIER_PLANS, TIERS, type Tier } from "./plans.ts";

const planned = (entry: Entry): ComingSoonEntry => ({
  ...entry,
  tier: null,
  comingSoon: true,
  checkoutLink: null,
});

/** Courses that are announced with their price but not yet on sale. */
export const COMING_SOON_COURSES: readonly ComingSoonEntry[] = [
  planned({
    id: "eu-ai-act-compliance",
    title: "EU AI Act Compliance",
    description:
      "For people responsible for compliance. Which duties under the EU AI Act apply to your organisation, to which of its systems, and from what date.",
    duration: "5 weeks",
    level: "Intermediate",
    pricePence: 150_00,
    category: "Compliance",
    modules: 8,
  }),
  planned({
    id: "ethical-ai-governance",
    title: "Ethical AI Governance",
    description:
      "For people who decide how an organisation uses AI. Who makes those decisions, according to which values, and how people can say no.",
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
      "For people who build or audit a management system. ISO/IEC 42001 and the NIST AI Risk Management Framework side by side: what each requires and where they overlap.",
    duration: "6 weeks",
    level: "Advanced",
    pricePence: 200_00,
    category: "Compliance",
    modules: 14,
  }),
  planned({
    id: "ai-risk-management",
    title: "AI Risk Management",
    description:
      "For people who own or assess the risk of AI. Find, weigh, treat and review the risks of an AI system, from its purpose to its retirement.",
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
      "For people who use, buy or run AI in patient care. Evidence that holds for each patient group, people who keep using their own judgement, and data handled with care.",
    duration: "5 weeks",
    level: "Advanced",
    pricePence: 180_00,
    category: "Industry-Specific",
    modules: 11,
  }),
];

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
  /** Formatted, for example "5 weeks". */
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
    "The whole course for current students, with basic consultancy, the community forum and a certificate. You will need a student ID at checkout.",
  ngo: "The whole course for people in NGOs and charities. Adds advanced modules, 1-on-1 consultancy, a custom learning path and the resource library. A person reads your capstone project.",
  professional:
    "The whole course for people in business and professional practice, with everything that NGOs get. Adds unlimited 1-on-1 consultancy, support for a project of your own, a dedicated account manager and quarterly strategy sessions.",
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

/** The title of the course with this id, or that one tier of it has. The id itself for a course that is gone. */
export function courseTitle(id: string): string {
  return CATALOGUE.find((entry) => entry.id === id || entry.id === `${id}-${entry.tier}`)?.title ?? id;
}

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
