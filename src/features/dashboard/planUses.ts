import { paths } from "../../domain/paths.ts";
import type { ProviderFacts } from "../../domain/provider/facts.ts";
import { TIER_PLANS, type Tier } from "../../domain/sales/plans.ts";

/** How a learner uses one feature of their plan. */
export type PlanUse = {
  /** As on the price list. */
  feature: string;
  /** Null for a feature that needs no action. */
  link: { to: string; words: string } | null;
  /** One sentence, if the link does not say enough. */
  note?: string;
};

type Facts = Pick<
  ProviderFacts,
  | "bookingUrl"
  | "forumUrl"
  | "eventsUrl"
  | "consultancyStudent"
  | "consultancyNgo"
  | "consultancyProfessional"
>;
type Rule = (ask: (words: string) => PlanUse["link"], facts: Facts) => Omit<PlanUse, "feature">;

/** A link to the provider's own address for this or, without one, to a message that asks for it, and how much is included. */
const own =
  (address: keyof Facts, words: string, askWords: string, amount?: keyof Facts): Rule =>
  (ask, facts) => {
    const to = facts[address];
    const note = amount && facts[amount];
    return { link: to ? { to, words } : ask(askWords), ...(note && { note }) };
  };
const conversation = (amount: keyof Facts) =>
  own("bookingUrl", "Book a conversation", "Ask for a conversation", amount);
const asked =
  (words: string, note?: string): Rule =>
  (ask) => ({ link: ask(words), ...(note && { note }) });
const onPage =
  (to: string, words: string, note?: string): Rule =>
  () => ({ link: { to, words }, ...(note && { note }) });

/** Every feature of every tier, except the lines that stand for all features of another tier. */
const RULES: Readonly<Record<string, Rule>> = {
  "Core content": onPage(paths.course(), "Open the course"),
  "Basic consultancy": conversation("consultancyStudent"),
  "Community forum": own("forumUrl", "Open the forum", "Ask how to join"),
  "E-mail support": asked("Write to us"),
  Certificate: onPage(paths.certificate(), "Your certificate"),
  "Advanced modules": onPage(
    paths.lab("policy-draft"),
    "Draft a policy with your assistant",
    "The other task for organisations is “Question a supplier”. Both are among the tasks with your own assistant.",
  ),
  "1-on-1 consultancy": conversation("consultancyNgo"),
  "Priority support": asked(
    "Write to us",
    "The message says which plan you have, so that we answer it first.",
  ),
  "Custom learning path": onPage(
    paths.sheet("learning-paths"),
    "Open the paths by sector",
    "Write to us if yours is not among them.",
  ),
  "Resource library": onPage(
    paths.sheet(),
    "Open the library",
    "It has sheets for organisations, such as a policy, a risk register and a training record.",
  ),
  "Unlimited 1-on-1": conversation("consultancyProfessional"),
  "Custom project support": asked("Tell us about your project"),
  "Dedicated account manager": asked("Ask for your account manager"),
  "Quarterly strategy sessions": own("bookingUrl", "Book a session", "Ask for a session"),
  "Lifetime access": () => ({ link: null, note: "Your access to the course has no end date." }),
  "Networking events": own("eventsUrl", "See the events", "Ask for the next events"),
};

const INCLUDED_TIER: Readonly<Record<string, Tier>> = {
  "All student features": "student",
  "All NGO features": "ngo",
};

/** The uses of a tier's features in the order of the price list, then those of the tiers that it includes. */
export function planUses(tier: Tier, facts: Facts): { label: string; uses: PlanUse[] }[] {
  // A learner of a tier asks as one, also for what a lower tier has.
  const ask = (feature: string) => (words: string) => ({
    to: paths.contact(`${feature} (${TIER_PLANS[tier].label})`),
    words,
  });
  const groupsOf = (each: Tier): { label: string; uses: PlanUse[] }[] => {
    const { label, features } = TIER_PLANS[each];
    const uses = features.flatMap((feature) => {
      const rule = RULES[feature];
      return rule ? [{ feature, ...rule(ask(feature), facts) }] : [];
    });
    const included = features.flatMap((feature) => INCLUDED_TIER[feature] ?? []);
    return [{ label, uses }, ...included.flatMap(groupsOf)];
  };
  return groupsOf(tier);
}
