// @vitest-environment jsdom
import { act, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test } from "vitest";
import { initialFacts } from "../../domain/provider/facts.ts";
import { FAQ } from "../../domain/sales/faq.ts";
import { TIER_PLANS } from "../../domain/sales/plans.ts";
import { SITE } from "../../domain/site.ts";
import { receiveFacts } from "../../platform/providerFacts.ts";
import { WITHOUT_NAME } from "./Founder.tsx";
import { Component as LandingPage } from "./LandingPage.tsx";

beforeEach(() => {
  render(
    <MemoryRouter>
      <LandingPage />
    </MemoryRouter>,
  );
});

const part = (name: RegExp) => within(screen.getByRole("region", { name }));
const target = (link: HTMLElement) => link.getAttribute("href");

test("the landing page presents the problem, course, audience, founder and price in that order (S-002)", () => {
  const inOrder = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.id);
  expect(inOrder).toEqual([
    "try-it",
    "looks",
    "challenge",
    "solution",
    "audiences",
    "founder-title",
    "pricing",
    "tools",
    "standards",
    "ethics",
    "proof",
    "questions",
    "closing",
  ]);
  for (const name of [
    "The AI adoption challenge",
    "The solution",
    "Who it is for",
    "Pricing",
    "Global standards",
  ])
    expect(screen.getByText(name)).toBeDefined();
});

test("the landing page offers enrolment, a free lesson and the prices at the top (S-002, S-143)", () => {
  expect(target(screen.getByRole("link", { name: "Enroll now" }))).toBe("/academy");
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  const prices = screen.getByText("for students").closest("ul");
  expect(prices?.textContent).toBe(
    "£50 for students£500 for NGOs£850 for professionalsper learner, plus VAT: £60, £600 and £1,020 in total",
  );
  const amounts = [...(prices?.querySelectorAll('[translate="no"]') ?? [])].map((each) => each.textContent);
  expect(amounts).toEqual(["£50", "£500", "£850", "£60", "£600", "£1,020"]);
  for (const link of screen.getAllByRole("link", { name: "Read lesson 1 free" }))
    expect(target(link)).toBe("/academy/course/ai-fluency?lesson=1");
});

test("the landing page names the groups that the course is for (S-002)", () => {
  const audiences = part(/trust the answer/);
  for (const name of ["Students", "NGOs and non-profits", "Professionals and businesses"])
    expect(audiences.getByRole("heading", { name })).toBeDefined();
  for (const field of [
    ...["AI startups", "Biotech and healthcare", "Finance and legal", "Climate tech", "The public sector"],
    "Students and researchers",
  ])
    expect(audiences.getByText(field)).toBeDefined();
});

test("the landing page shows the founder's name, role and words once the provider has entered them (S-002, S-141)", () => {
  const founder = document.getElementById("founder");
  expect(SITE.aboutUrl).toBe("/#founder");
  expect(founder?.textContent).toBe(`Who we areBuilt by people who do this work${WITHOUT_NAME}`);
  const entered = { founderName: "Nia Okoro", founderRole: "Founder", founderText: "First.\n\nSecond." };
  act(() => void receiveFacts({ version: 1, facts: { ...initialFacts().facts, ...entered } }));
  expect(founder?.textContent).toBe("The founderNia OkoroFounderFirst.Second.");
  expect(within(screen.getByRole("region", { name: "Nia Okoro" })).getByText("Second.").tagName).toBe("P");
});

test.each([
  ["Students", "£50", "£60.00", "£18", "£64.80", "/academy/pricing/student", TIER_PLANS.student.features],
  [
    "NGOs & Non-Profit",
    "£500",
    "£600.00",
    "£175",
    "£630.00",
    "/academy/pricing/ngo",
    TIER_PLANS.ngo.features,
  ],
  [
    "Professionals",
    "£850",
    "£1,020.00",
    "£300",
    "£1,080.00",
    "/academy/pricing/professional",
    TIER_PLANS.professional.features,
  ],
])(
  "the landing page shows both plans for %s and links to them (S-003)",
  (name, full, fullWithVat, month, monthsWithVat, path, features) => {
    const card = part(/three prices/)
      .getAllByRole("article")
      .find((article) => within(article).queryByRole("heading", { name }));
    const text = card?.textContent?.replaceAll("\u00A0", " ");
    expect(text).toContain(`${full}per learner, plus VAT (${fullWithVat} in total)`);
    expect(text).toContain(`or 3 monthly payments of ${month} plus VAT (${monthsWithVat} in total)`);
    for (const feature of features) expect(text).toContain(feature);
    expect(card?.querySelector("a")?.getAttribute("href")).toBe(path);
  },
);

test("the landing page ends with links to the academy and both legal pages (S-002, S-003)", () => {
  const closing = part(/Start with half an hour/);
  expect(target(closing.getByRole("link", { name: "Choose your plan" }))).toBe("/academy");
  expect(target(closing.getByRole("link", { name: "Privacy Policy" }))).toBe("/privacy-policy");
  expect(target(closing.getByRole("link", { name: "Terms of Service" }))).toBe("/terms-of-service");
});

test("the landing page lists the tools, rules and traditions of the course (S-121)", () => {
  const tools = part(/What you keep/);
  expect(screen.getByText("Practical tools")).toBeDefined();
  for (const step of ["Decide", "Brief", "Check", "Answer for it"])
    expect(tools.getByText(step)).toBeDefined();
  for (const question of ["Who benefits?", "Who carries the risk?", "Who can say no?"])
    expect(tools.getByText(question)).toBeDefined();
  for (const name of ["EU AI Act", "ISO/IEC 42001", "NIST AI RMF", "Ubuntu", "Decolonisation"])
    expect(screen.getByRole("heading", { name })).toBeDefined();
});

test("the landing page does not promise compliance and states a date for every law (S-121)", () => {
  const standards = part(/a standard and a framework/);
  for (const item of standards.getAllByRole("listitem")) expect(item.textContent).toMatch(/20\d\d/);
  standards.getByText(/makes nobody compliant or certified, and is not legal advice/);
});

test("the landing page says what a visitor can check, with numbers counted in the course (S-140)", () => {
  const proof = part(/our word/);
  const counted = proof.getByText(/^\d+ sources$/).textContent;
  const range = /^(\d+) to (\d+) in each lesson/.exec(proof.getByText(/in each lesson/).textContent ?? "");
  const [least = 0, most = 0] = range?.slice(1).map(Number) ?? [];
  expect(least).toBeGreaterThan(2);
  expect(Number.parseInt(counted ?? "", 10)).toBeGreaterThanOrEqual(11 * least);
  expect(Number.parseInt(counted ?? "", 10)).toBeLessThanOrEqual(11 * most);
  expect(proof.getByText("20 November 2026")).toBeDefined();
  expect(target(proof.getByRole("link", { name: "Check a sample certificate" }))).toMatch(/^\/verify\/5a3e/);
  expect(target(proof.getByRole("link", { name: /sample of a reviewed capstone/ }))).toBe(
    "/academy/sample-review",
  );
});

test("the landing page answers the questions that its other sections leave open (S-002)", () => {
  const answers = part(/Questions and answers/);
  for (const { question, answer, isSaidOnLanding } of FAQ) {
    const headings = answers.queryAllByRole("heading", { level: 3, name: question });
    expect([question, headings.length]).toEqual([question, isSaidOnLanding ? 0 : 1]);
    if (!isSaidOnLanding) answers.getByText(answer);
  }
  part(/Half an hour a day/).getByText(/no technical background and no AI account, and it works offline/);
});
