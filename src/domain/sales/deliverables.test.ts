import { expect, test } from "vitest";
import { initialFacts } from "../provider/facts.ts";
import { deliverable } from "./deliverables.ts";
import { TIER_PLANS, TIERS } from "./plans.ts";

const { facts } = initialFacts();

test.each(TIERS)(
  "every feature on the price list for %s says in a sentence what it delivers (S-148)",
  (tier) => {
    for (const feature of TIER_PLANS[tier].features)
      expect(deliverable(feature, facts), feature).toMatch(/^\p{Lu}.{15,}\.$/u);
  },
);

test("how much consultancy a plan includes is what the provider states, and no amount without that (S-148)", () => {
  const stated = { ...facts, consultancyProfessional: "Up to four hours a month." };
  expect(deliverable("Unlimited 1-on-1", stated)).toMatch(/^Up to four hours a month\. You arrange it/);
  expect(deliverable("Unlimited 1-on-1", facts)).not.toMatch(/\d/);
  expect(deliverable("Basic consultancy", stated)).not.toContain("four hours");
});
