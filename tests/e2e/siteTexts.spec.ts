import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./support/academyTest.ts";
import { waitUntilHydrated } from "./support/hydration.ts";

// Texts, links and prices, copied from the specification and not imported from the code under test.
test.use({ serviceWorkers: "block" });

type Link = [name: string, address: string];

const main = (page: Page) => page.getByRole("main");
const linkTo = (scope: Page | Locator, address: string) => scope.locator(`a[href="${address}"]`);

/** Visible name and address of every link, in order. */
async function linksIn(scope: Locator): Promise<Link[]> {
  return scope
    .getByRole("link")
    .evaluateAll((links) =>
      links.map((link) => [link.textContent?.trim() ?? "", link.getAttribute("href") ?? ""] as Link),
    );
}

const TIERS: [name: string, path: string, full: string, monthly: string, features: string[]][] = [
  [
    "Students",
    "/academy/pricing/student",
    "£50",
    "£18",
    ["Core content", "Basic consultancy", "Community forum", "E-mail support", "Certificate"],
  ],
  [
    "NGOs & Non-Profit",
    "/academy/pricing/ngo",
    "£500",
    "£175",
    [
      "All student features",
      "Advanced modules",
      "1-on-1 consultancy",
      "Priority support",
      "Custom learning path",
      "Resource library",
    ],
  ],
  [
    "Professionals",
    "/academy/pricing/professional",
    "£850",
    "£300",
    [
      "All NGO features",
      "Unlimited 1-on-1",
      "Custom project support",
      "Dedicated account manager",
      "Quarterly strategy sessions",
      "Lifetime access",
      "Networking events",
    ],
  ],
];

/** Expects a card for each tier, with both prices, the included features and a link to its pricing page. */
async function expectTierCards(page: Page): Promise<void> {
  for (const [name, path, full, monthly, features] of TIERS) {
    const card = main(page)
      .locator("article")
      .filter({ has: page.getByRole("heading", { name, exact: true }) });
    for (const text of [full, monthly, "VAT", ...features]) await expect(card).toContainText(text);
    await expect(linkTo(card, path)).toHaveCount(1);
  }
}

test("the landing page states what the academy is, who it is for, who runs it and what it costs (S-001, S-002, S-003, S-104, S-108, S-121)", async ({
  page,
}) => {
  await page.goto("/");
  const sections = await main(page).locator("section").allInnerTexts();
  const order = [
    /Enroll now/,
    /AI adoption challenge/i,
    /The solution/i,
    /Who it is for/i,
    /founder/i,
    /Pricing/i,
    /Practical tools/i,
    /Global standards/i,
    /^Plural ethics$/im,
    /Privacy Policy/,
  ];
  const places = order.map((text) => sections.findIndex((section) => text.test(section)));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);

  await expect(main(page).getByRole("link", { name: "Enroll now", exact: true })).toHaveAttribute(
    "href",
    "/academy",
  );
  const audiences = sections[places[3] ?? 0];
  for (const text of [
    ...["Students", "NGOs and non-profits", "Professionals and businesses"],
    ...["AI startups", "Biotech and healthcare", "Finance and legal"],
    ...["Climate tech", "The public sector", "Students and researchers"],
  ])
    expect(audiences).toContain(text);
  await expect(page.locator("#founder")).toBeVisible();
  for (const text of ["EU AI Act", "ISO/IEC 42001", "NIST", "Ubuntu", "Decolonisation"])
    await expect(main(page)).toContainText(text);
  await expectTierCards(page);
  for (const path of ["/privacy-policy", "/terms-of-service"])
    await expect(linkTo(main(page), path).first()).toBeVisible();
});

test("the academy home offers one course in three tiers and shows its four modules (S-005, S-104, S-107, S-108, S-123)", async ({
  page,
}) => {
  await page.goto("/academy");
  const title = page.getByRole("heading", { level: 1, name: "AI Fluency in 30 Days" });
  const hero = main(page).locator("section").filter({ has: title });
  await expect(title).toBeVisible();
  for (const text of [/Core Program/i, /30\s*minutes a day/, /4\s*modules/, /11\s*lessons/])
    await expect(hero).toContainText(text);
  await expect(hero).toContainText("Beginner to Intermediate");
  await expectTierCards(page);

  const modules = page.locator("#modules");
  await expect(modules.getByRole("heading", { name: "Course Modules" })).toBeVisible();
  await expect(modules.getByRole("heading", { level: 3 })).toHaveText([
    "AI Fundamentals",
    "Responsible AI Foundations",
    "AI for Business Productivity and Marketing",
    "Plural Ethics and Decolonising AI (capstone project)",
  ]);
  for (const [name, facts] of [
    ["EU AI Act Compliance", ["£150", "5 weeks", "8 modules", "Intermediate"]],
    ["Ethical AI Governance", ["£120", "4 weeks", "10 modules", "All Levels"]],
  ] as const) {
    const card = main(page).getByRole("article").filter({ hasText: name });
    for (const text of ["Coming Soon", ...facts]) await expect(card).toContainText(text);
  }
  await expect(main(page).getByRole("heading", { name: /why/i })).toBeVisible();
});

test("the catalogue lists every course with its tier, length, level and price (S-007, S-008, S-051, S-107)", async ({
  page,
}) => {
  await page.goto("/academy/courses");
  await expect(page.getByRole("searchbox", { name: /search/i })).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(6);
  for (const chip of [
    ...["All", "Core Program", "Compliance", "Ethics"],
    ...["Risk Management", "Industry-Specific"],
  ])
    await expect(page.getByRole("radio", { name: chip, exact: true })).toBeVisible();

  const cards = main(page).getByRole("article");
  await expect(cards).toHaveCount(8);
  for (const [tier, path, price] of TIERS) {
    const card = cards.filter({ hasText: "AI Fluency in 30 Days" }).filter({ hasText: tier });
    for (const text of [/Core Program/i, "30 days", "4 modules", "Beginner to Intermediate", price])
      await expect(card).toContainText(text);
    await expect(card.getByRole("link", { name: /^Enroll Now/ })).toHaveAttribute("href", path);
    await expect(card.getByRole("link", { name: /^Learn More/ })).toHaveAttribute("href", "/academy");
  }
  for (const [name, category, facts] of [
    ["EU AI Act Compliance", /Compliance/i, ["£150", "5 weeks", "8 modules", "Intermediate"]],
    ["Ethical AI Governance", /Ethics/i, ["£120", "4 weeks", "10 modules", "All Levels"]],
    ["ISO and NIST Standards", /Compliance/i, ["£200", "6 weeks", "14 modules", "Advanced"]],
    ["AI Risk Management", /Risk Management/i, ["£130", "4 weeks", "9 modules", "Intermediate"]],
    ["Responsible AI for Healthcare", /Industry-Specific/i, ["£180", "5 weeks", "11 modules", "Advanced"]],
  ] as const) {
    const card = cards.filter({ has: page.getByRole("heading", { name, exact: true }) });
    for (const text of [category, ...facts]) await expect(card).toContainText(text);
    await expect(card.getByRole("button", { name: /^Coming Soon/ })).toBeDisabled();
  }
});

test("the contact page states the location, response time and office hours (S-025)", async ({ page }) => {
  await page.goto("/contact");
  await expect(
    main(page).getByRole("heading", { level: 1, name: "Get in Touch", exact: true }),
  ).toBeVisible();
  for (const text of [
    "United Kingdom",
    /within 24-48 hours/i,
    "Monday-Friday 9:00 AM-5:00 PM GMT",
    "0 / 2000 characters",
  ])
    await expect(main(page)).toContainText(text);
  await expect(main(page).locator('a[href^="mailto:"]').first()).toBeVisible();
  for (const label of ["Name", "Email", "Subject", "Message"])
    await expect(main(page).getByLabel(label, { exact: true })).toBeVisible();
  await expect(main(page).getByRole("button", { name: "Send Message", exact: true })).toBeVisible();
});

const HEADER: Link[] = [
  ["Home", "/academy"],
  ["Courses", "/academy/courses"],
  ["My Learning", "/academy/dashboard"],
  ["Contact", "/contact"],
  ["Back to Home", "/"],
];
const FOOTER: Link[] = [
  ["Home", "/academy"],
  ["All Courses", "/academy/courses"],
  ["My Learning", "/academy/dashboard"],
  ["Sign In", "/auth"],
  ["About", "/#founder"],
  ["Contact", "/contact"],
  ["Main Site", "/"],
  ["Privacy Policy", "/privacy-policy"],
  ["Terms of Service", "/terms-of-service"],
];

test("header, drawer and footer have the same links on every page (S-014, S-015, S-016)", async ({
  page,
}) => {
  for (const path of ["/", "/academy", "/contact", "/auth", "/no/such/page"]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await waitUntilHydrated(page);
    const header = page.getByRole("banner");
    expect(await linksIn(header.getByRole("navigation"))).toEqual(HEADER);
    await expect(header.getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/auth");
    expect(await linksIn(page.getByRole("contentinfo").getByRole("navigation"))).toEqual(FOOTER);

    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    const drawer = page.getByRole("dialog", { name: "Menu" });
    expect(await linksIn(drawer.getByRole("navigation"))).toEqual(HEADER);
    await expect(drawer.getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/auth");
  }
});

test("the header and menu button fit on one line at the narrowest width (S-015)", async ({ page }) => {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/academy");
    const [brand, menu] = await Promise.all([
      page.getByRole("banner").getByRole("link").first().boundingBox(),
      page.getByRole("button", { name: "Menu", exact: true }).boundingBox(),
    ]);
    if (!brand || !menu) throw new Error("the header shows neither brand nor menu");
    expect(menu.y).toBeLessThan(brand.y + brand.height);
    expect(brand.x + brand.width).toBeLessThanOrEqual(menu.x);
    expect(Math.min(menu.width, menu.height)).toBeGreaterThanOrEqual(44);
  }
});
