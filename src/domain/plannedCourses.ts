import type { ComingSoonEntry, Entry } from "./catalogueEntry.ts";

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
