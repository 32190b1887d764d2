// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FAQ } from "../../domain/sales/faq.ts";
import { Component as AcademyPage } from "./AcademyPage.tsx";

// Tests the prerendered page, which a visitor sees before scripts have run or without scripts.
beforeEach(() => {
  document.body.innerHTML = renderToString(
    <MemoryRouter initialEntries={["/academy"]}>
      <AcademyPage />
    </MemoryRouter>,
  );
});
afterEach(() => {
  document.body.innerHTML = "";
});

const linkTo = (name: string | RegExp) => screen.getByRole("link", { name }).getAttribute("href");
const articleOf = (heading: string) => {
  const article = screen.getByRole("heading", { name: heading }).closest("article");
  if (!article) throw new Error(`"${heading}" heads no card`);
  return article;
};
const readable = (element: Element) => element.textContent?.replace(/\s+/g, " ") ?? "";

test("the academy page introduces the course at the top (S-005, S-123)", () => {
  const top = screen.getByRole("heading", { level: 1, name: "AI Fluency in 30 Days" }).closest("section");
  if (!top) throw new Error("the title stands in no section");
  expect(within(top).getByText("Core Program")).toBeDefined();
  expect(within(top).getByText("Beginner to Intermediate")).toBeDefined();
  expect(within(top).getAllByRole("listitem").map(readable)).toEqual([
    "30 days, at your own pace",
    "30 minutes a day",
    "4 modules",
    "11 lessons",
  ]);
  expect(linkTo("Choose your plan")).toBe("/academy#plans");
  expect(linkTo("Read lesson 1 free")).toBe("/academy/course/ai-fluency?lesson=1");
});

test.each([
  {
    tier: "Students",
    price: "£50",
    inFull: "per learner, plus VAT (£60.00 in total)",
    monthly: "or 3 monthly payments of £18 plus VAT (£64.80 in total)",
    enrol: "Enrol as a student",
    to: "/academy/pricing/student",
    features: ["Core content", "Basic consultancy", "Community forum", "E-mail support", "Certificate"],
  },
  {
    tier: "NGOs & Non-Profit",
    price: "£500",
    inFull: "per learner, plus VAT (£600.00 in total)",
    monthly: "or 3 monthly payments of £175 plus VAT (£630.00 in total)",
    enrol: "Enrol as an NGO",
    to: "/academy/pricing/ngo",
    features: [
      "All student features",
      "Advanced modules",
      "1-on-1 consultancy",
      "Priority support",
      "Custom learning path",
      "Resource library",
    ],
  },
  {
    tier: "Professionals",
    price: "£850",
    inFull: "per learner, plus VAT (£1,020.00 in total)",
    monthly: "or 3 monthly payments of £300 plus VAT (£1,080.00 in total)",
    enrol: "Enrol as a professional",
    to: "/academy/pricing/professional",
    features: [
      "All NGO features",
      "Unlimited 1-on-1",
      "Custom project support",
      "Dedicated account manager",
      "Quarterly strategy sessions",
      "Lifetime access",
      "Networking events",
    ],
  },
])("the academy page shows the price and features of the tier $tier (S-005, S-108, S-143)", (tier) => {
  const card = within(articleOf(tier.tier));
  expect(card.getByText(tier.price)).toBeDefined();
  expect(readable(articleOf(tier.tier))).toContain(tier.inFull);
  expect(readable(articleOf(tier.tier))).toContain(tier.monthly);
  expect(card.getAllByRole("listitem").map(readable)).toEqual(tier.features);
  expect(card.getByRole("link", { name: tier.enrol }).getAttribute("href")).toBe(tier.to);
});

test("the academy page lists the four modules with every lesson (S-005, S-006)", () => {
  const carousel = screen.getByRole("group", { name: "Course Modules" });
  expect(carousel.closest("section[id=modules]")).not.toBeNull();
  expect(screen.getByRole("heading", { level: 2, name: "Course Modules" })).toBeDefined();
  const slides = within(carousel).getAllByRole("article");
  expect(slides.map((slide) => within(slide).getByRole("heading").textContent)).toEqual([
    "AI Fundamentals",
    "Responsible AI Foundations",
    "AI for Business Productivity and Marketing",
    "Plural Ethics and Decolonising AI (capstone project)",
  ]);
  expect(slides.map((slide) => within(slide).getAllByRole("listitem").length)).toEqual([3, 2, 2, 4]);
});

test("the academy page announces two planned courses with the details that are known, each with the form for its address (S-005, S-107, S-143, S-164)", () => {
  const [act, governance] = [articleOf("EU AI Act Compliance"), articleOf("Ethical AI Governance")];
  for (const card of [act, governance]) expect(within(card).getByText("Coming Soon")).toBeDefined();
  expect(readable(act)).toContain("5 weeks, 8 modules, Intermediate");
  expect(readable(act)).toContain("£150 plus VAT (£180.00 in total)");
  expect(readable(governance)).toContain("4 weeks, 10 modules, All Levels");
  expect(readable(governance)).toContain("£120 plus VAT (£144.00 in total)");
  expect(linkTo("See all courses")).toBe("/academy/courses");
  expect(linkTo("Tell me when it opens: Ethical AI Governance")).toBe(
    "/academy/courses#ethical-ai-governance",
  );
});

test("the academy page gives reasons to choose the academy and answers common questions (S-005)", () => {
  expect(screen.getByRole("heading", { level: 2, name: "Why choose us" })).toBeDefined();
  for (const { question, answer } of FAQ) {
    expect(screen.getByRole("heading", { level: 3, name: question })).toBeDefined();
    expect(screen.getByText(answer)).toBeDefined();
  }
  expect(linkTo("Write to us")).toBe("/contact");
});
