import { expect, test } from "vitest";
import { initialFacts } from "../../../src/domain/provider/facts.ts";
import { COURSE } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import { FAQ } from "../../domain/sales/faq.ts";
import { TIER_PLANS, TIERS } from "../../domain/sales/plans.ts";
import { SITE } from "../../domain/site.ts";
import { PAGES } from "../pages.ts";
import { dataBlock } from "./dataBlock.ts";

const FACTS = initialFacts().facts;

type Thing = Record<string, unknown>;

const ELEMENT = /^<script type="application\/ld\+json">([^<]*)<\/script>$/;

const blockAt = (address: string) => dataBlock(PAGES.find(({ path }) => path === address)?.things ?? []);

function thingsAt(address: string): Thing[] {
  const json = ELEMENT.exec(blockAt(address))?.[1];
  const { "@context": context, "@graph": graph } = JSON.parse(json ?? "{}");
  expect(context).toBe("https://schema.org");
  return graph;
}

function thingAt(address: string, type: string): Thing {
  const found = thingsAt(address).find((thing) => thing["@type"] === type);
  if (!found) throw new Error(`${address} has no ${type}`);
  return found;
}

test("the structured data names the provider and omits details that the provider has not configured", () => {
  const organization = thingAt(paths.landing(), "EducationalOrganization");
  expect(organization).toMatchObject({
    name: SITE.name,
    legalName: FACTS.legalName,
    url: "http://localhost:3000/",
    logo: "http://localhost:3000/icons/icon-512.png",
  });
  if (FACTS.address === null) expect(organization).not.toHaveProperty("address");
  if (FACTS.vatNumber === null) expect(organization).not.toHaveProperty("vatID");
});

// Google's "course info" requires name, description, provider, offers with a category, and an instance with its mode
// and schedule.
test("the structured data of the course includes Google's required description, provider and schedule", () => {
  const course = thingAt(paths.academy(), "Course");
  expect(course).toMatchObject({
    name: COURSE.title,
    description: expect.stringMatching(/\w/),
    provider: { "@type": "EducationalOrganization", name: SITE.name },
    hasCourseInstance: {
      "@type": "CourseInstance",
      courseMode: "Online",
      courseSchedule: { duration: "PT30M", repeatFrequency: "Daily", repeatCount: 30 },
    },
  });
  expect(course.syllabusSections).toHaveLength(COURSE.modules.length);
});

test("the structured data lists the price of every tier, marked as excluding VAT (S-104, S-108)", () => {
  const { offers } = thingAt(paths.academy(), "Course");
  expect(offers).toEqual(
    TIERS.map((tier) => {
      const amount = {
        price: (TIER_PLANS[tier].pricePence.full / 100).toFixed(2),
        priceCurrency: "GBP",
      };
      return {
        "@type": "Offer",
        name: TIER_PLANS[tier].label,
        category: "Paid",
        url: `http://localhost:3000/academy/pricing/${tier}`,
        ...amount,
        priceSpecification: { "@type": "PriceSpecification", ...amount, valueAddedTaxIncluded: false },
      };
    }),
  );
});

test("the structured data of the academy page includes every question and answer in its FAQ", () => {
  const { mainEntity } = thingAt(paths.academy(), "FAQPage");
  expect(mainEntity).toEqual(
    FAQ.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  );
});

test("the structured data lists every course in the catalogue once, without prices (S-107)", () => {
  const { itemListElement } = thingAt(paths.catalogue(), "ItemList") as { itemListElement: Thing[] };
  expect(itemListElement.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  const courses = itemListElement.map(({ item }) => item as Thing);
  expect(new Set(courses.map(({ name }) => name)).size).toBe(6);
  expect(courses.filter(({ creativeWorkStatus }) => creativeWorkStatus === "Coming soon")).toHaveLength(5);
  for (const course of courses) expect(course).not.toHaveProperty("offers");
});

test("a page without structured data has no data block", () => {
  expect(blockAt(paths.contact())).toBe("");
});
