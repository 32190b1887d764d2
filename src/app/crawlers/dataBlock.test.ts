import { expect, test } from "vitest";
import { COURSE } from "../../domain/course.ts";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS, TIERS } from "../../domain/plans.ts";
import { SITE } from "../../domain/site.ts";
import { FAQ } from "../../features/academy/faq.ts";
import { dataBlock } from "./dataBlock.ts";

type Thing = Record<string, unknown>;

const ELEMENT = /^<script type="application\/ld\+json">([^<]*)<\/script>$/;

function thingsAt(address: string): Thing[] {
  const json = ELEMENT.exec(dataBlock(address))?.[1];
  const { "@context": context, "@graph": graph } = JSON.parse(json ?? "{}");
  expect(context).toBe("https://schema.org");
  return graph;
}

function thingAt(address: string, type: string): Thing {
  const found = thingsAt(address).find((thing) => thing["@type"] === type);
  if (!found) throw new Error(`${address} has no ${type}`);
  return found;
}

test("a search engine learns who runs the site, and nothing that the provider has not said", () => {
  const organization = thingAt(paths.landing(), "EducationalOrganization");
  expect(organization).toMatchObject({
    name: SITE.name,
    legalName: SITE.legalName,
    url: "http://localhost:3000/",
    logo: "http://localhost:3000/icons/icon-512.png",
  });
  if (SITE.address === null) expect(organization).not.toHaveProperty("address");
  if (SITE.vatNumber === null) expect(organization).not.toHaveProperty("vatID");
});

// What Google's "course info" asks for: name, description, provider, offers with a category, and an instance with its
// mode and schedule.
test("a search engine learns what the course is, how long it takes and who gives it", () => {
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

test("a search engine is told the prices that the academy charges, and that VAT comes on top (S-104, S-108)", () => {
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

test("a search engine is told the questions that the page answers", () => {
  const { mainEntity } = thingAt(paths.academy(), "FAQPage");
  expect(mainEntity).toEqual(
    FAQ.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  );
});

test("a search engine sees every course of the catalogue once, and no price of one that is not sold yet (S-107)", () => {
  const { itemListElement } = thingAt(paths.catalogue(), "ItemList") as { itemListElement: Thing[] };
  expect(itemListElement.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  const courses = itemListElement.map(({ item }) => item as Thing);
  expect(new Set(courses.map(({ name }) => name)).size).toBe(6);
  expect(courses.filter(({ creativeWorkStatus }) => creativeWorkStatus === "Coming soon")).toHaveLength(5);
  for (const course of courses) expect(course).not.toHaveProperty("offers");
});

test("pages of which there is nothing to say as data have no data", () => {
  expect(dataBlock(paths.contact())).toBe("");
});
