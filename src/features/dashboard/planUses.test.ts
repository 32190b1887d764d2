import { expect, test } from "vitest";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS, TIERS } from "../../domain/sales/plans.ts";
import { planUses } from "./planUses.ts";

const NOWHERE = {
  bookingUrl: null,
  forumUrl: null,
  eventsUrl: null,
  consultancyStudent: null,
  consultancyNgo: null,
  consultancyProfessional: null,
};

test("every feature on the price list has a way to use it, in every tier that includes it", () => {
  const own = (tier: keyof typeof TIER_PLANS) =>
    TIER_PLANS[tier].features.filter((feature) => !feature.startsWith("All "));
  const groups = {
    student: ["student"],
    ngo: ["ngo", "student"],
    professional: ["professional", "ngo", "student"],
  } as const;
  for (const tier of TIERS) {
    expect(planUses(tier, NOWHERE)).toEqual(
      groups[tier].map((each) => ({
        label: TIER_PLANS[each].label,
        uses: own(each).map((feature) => expect.objectContaining({ feature })),
      })),
    );
    for (const { link, note } of planUses(tier, NOWHERE).flatMap(({ uses }) => uses))
      expect(link ?? note).toBeTruthy();
  }
});

test("a feature whose address is not configured is asked for in a message that names the learner's plan", () => {
  const forum = (addresses: Parameters<typeof planUses>[1]) =>
    planUses("ngo", addresses)
      .flatMap(({ uses }) => uses)
      .find(({ feature }) => feature === "Community forum")?.link;
  expect(forum(NOWHERE)).toEqual({
    to: paths.contact("Community forum (NGOs & Non-Profit)"),
    words: "Ask how to join",
  });
  expect(forum({ ...NOWHERE, forumUrl: "https://forum.example.org" })).toEqual({
    to: "https://forum.example.org",
    words: "Open the forum",
  });
});

test("a plan says how much consultancy it includes, once the provider has stated it", () => {
  const [own] = planUses("ngo", { ...NOWHERE, consultancyNgo: "Four hours" });
  expect(own?.uses.find(({ feature }) => feature === "1-on-1 consultancy")?.note).toBe("Four hours");
});

test("what a plan for organisations adds to the course leads to its pages", () => {
  for (const tier of ["ngo", "professional"] as const) {
    const uses = planUses(tier, NOWHERE).flatMap(({ uses }) => uses);
    const linkOf = (feature: string) => uses.find((use) => use.feature === feature)?.link?.to;
    expect(linkOf("Advanced modules")).toBe(paths.lab("policy-draft"));
    expect(linkOf("Resource library")).toBe(paths.sheet());
    expect(linkOf("Custom learning path")).toBe(paths.sheet("learning-paths"));
  }
});
