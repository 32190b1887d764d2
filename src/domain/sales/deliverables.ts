import type { ProviderFacts } from "../provider/facts.ts";
import { TIER_PLANS, TIERS } from "./plans.ts";

type Facts = Pick<
  ProviderFacts,
  "responseTime" | "consultancyStudent" | "consultancyNgo" | "consultancyProfessional"
>;

const conversation = (amount: string | null, otherwise: string) =>
  `${amount ? amount.replace(/[.\s]*$/, ".") : otherwise} You arrange it in My Learning, and we agree the date with you.`;

/**
 * What each line of the price list means: what is delivered, by whom and how a learner gets it. Amounts are the provider's
 * facts. Where it has stated none, the sentence gives none.
 */
const DELIVERABLES: Readonly<Record<string, string | ((facts: Facts) => string)>> = {
  "Core content":
    "All eleven lessons with their quizzes, labs and tasks, in a browser and without a connection.",
  "Basic consultancy": (facts) =>
    conversation(facts.consultancyStudent, "A conversation with one of us about your questions."),
  "Community forum": "Where learners ask and answer questions. You open it from My Learning.",
  "E-mail support": (facts) =>
    `You write to us, and we answer by email. Response time: ${facts.responseTime}.`,
  Certificate: "A signed certificate that you completed the course. Anyone can check it on our site.",
  "Advanced modules":
    "Two longer tasks for organisations: draft an AI policy, and question a supplier. You do them with an assistant of your own, or without one.",
  "1-on-1 consultancy": (facts) =>
    conversation(facts.consultancyNgo, "Conversations between you and one of us about your organisation."),
  "Priority support": "Your messages say which plan you have, and we answer them first.",
  "Custom learning path": "Paths through the course by sector. If yours is missing, you write to us.",
  "Resource library":
    "Sheets to adapt and print, such as an AI policy, a risk register and a training record.",
  "Unlimited 1-on-1": (facts) =>
    conversation(
      facts.consultancyProfessional,
      "Conversations between you and one of us, without a set number.",
    ),
  "Custom project support":
    "Help with a project of your own. You describe it in My Learning, and we agree with you what we do.",
  "Dedicated account manager": "One of us who is responsible for you. You ask for the name in My Learning.",
  "Quarterly strategy sessions": "A session every three months. You arrange it in My Learning.",
  "Lifetime access": "Access for as long as we, or whoever takes the academy over from us, run it.",
  "Networking events":
    "Events for learners and us. My Learning has the next ones, or you ask for them there.",
};

/** One line about a feature of the price list. A line that stands for a whole tier lists that tier's features. */
export function deliverable(feature: string, facts: Facts): string {
  const tier = TIERS.find((each) => feature === INCLUDED[each]);
  if (tier) return `${TIER_PLANS[tier].features.join(", ")}.`;
  const words = DELIVERABLES[feature] ?? "";
  return typeof words === "string" ? words : words(facts);
}

const INCLUDED: Record<(typeof TIERS)[number], string | null> = {
  student: "All student features",
  ngo: "All NGO features",
  professional: null,
};
