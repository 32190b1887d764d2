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
      "Which duties under the EU AI Act apply to your organisation, to which of its systems, and from what date.",
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
      "Who makes decisions about AI in an organisation, according to which values, and how people can say no.",
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
      "ISO/IEC 42001 and the NIST AI Risk Management Framework side by side: what each requires and where they overlap.",
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
      "Find, weigh, treat and review the risks of an AI system, from its purpose to its retirement.",
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
      "AI in patient care: evidence that holds for each patient group, people who keep using their own judgement, and data handled with care.",
    duration: "5 weeks",
    level: "Advanced",
    pricePence: 180_00,
    category: "Industry-Specific",
    modules: 11,
  }),
];
