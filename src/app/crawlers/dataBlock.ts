import { COURSE, LESSON_MINUTES } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import { COMING_SOON_COURSES } from "../../domain/sales/catalogue.ts";
import { FAQ } from "../../domain/sales/faq.ts";
import { TIER_PLANS, TIERS, type Tier } from "../../domain/sales/plans.ts";
import { CURRENCY } from "../../domain/sales/pricing.ts";
import { SITE } from "../../domain/site.ts";
import { siteOrigin } from "../../platform/env.ts";
import { currentFacts } from "../../platform/providerFacts.ts";
import type { ThingName } from "../page.ts";
import { courseDescription } from "../pages.ts";
import { SHARE_IMAGE } from "./shareImage.ts";

/** Structured data for search engines. Only the build imports this, so no page loads the code. */
const THINGS: Record<ThingName, () => Thing> = {
  organization,
  webSite,
  flagshipCourse,
  questions,
  courseList,
};

/**
 * The JSON-LD element for a page's head, or an empty string. Data is never executed, so the content policy allows it.
 */
export function dataBlock(names: readonly ThingName[]): string {
  if (names.length === 0) return "";
  const things = names.map((name) => THINGS[name]());
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": things });
  // "</script>" in a string would end the element.
  return `<script type="application/ld+json">${json.replaceAll("<", "\\u003c")}</script>`;
}

/** Every course in the catalogue, once. Courses that cannot be bought yet are marked as such and have no offer. */
function courseList(): Thing {
  const planned = COMING_SOON_COURSES.map(({ title, description }) => ({
    "@type": "Course",
    name: title,
    description,
    provider: provider(),
    creativeWorkStatus: "Coming soon",
  }));
  return {
    "@type": "ItemList",
    itemListElement: [courseSummary(), ...planned].map((item, index) => ({
      "@type": "ListItem",
      position: index + 1,
      item,
    })),
  };
}

/** The questions and answers from the academy's home page, word for word. */
function questions(): Thing {
  return {
    "@type": "FAQPage",
    mainEntity: FAQ.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

/** The course with its modules, pace and prices (Google's "course info": developers.google.com/search). */
function flagshipCourse(): Thing {
  return {
    ...courseSummary(),
    educationalLevel: COURSE.level,
    inLanguage: "en-GB",
    isAccessibleForFree: false,
    image: absolute(SHARE_IMAGE.path),
    offers: TIERS.map(offer),
    hasCourseInstance: {
      "@type": "CourseInstance",
      courseMode: "Online",
      courseSchedule: {
        "@type": "Schedule",
        duration: `PT${LESSON_MINUTES}M`,
        repeatFrequency: "Daily",
        repeatCount: COURSE.days,
      },
    },
    syllabusSections: COURSE.modules.map(({ title, description }) => ({
      "@type": "Syllabus",
      name: title,
      description,
    })),
  };
}

/** The course as an entry in a list of courses. */
function courseSummary(): Thing {
  return {
    "@type": "Course",
    "@id": absolute(`${paths.academy()}#course`),
    name: COURSE.title,
    description: courseDescription(),
    url: absolute(paths.academy()),
    provider: provider(),
  };
}

/** The offer of a tier for payment in full. All the academy's prices exclude VAT, which schema.org can express. */
function offer(tier: Tier): Thing {
  const { label, pricePence } = TIER_PLANS[tier];
  const amount = { price: (pricePence.full / 100).toFixed(2), priceCurrency: CURRENCY.toUpperCase() };
  return {
    "@type": "Offer",
    name: label,
    category: "Paid",
    url: absolute(paths.pricing(tier)),
    ...amount,
    priceSpecification: { "@type": "PriceSpecification", ...amount, valueAddedTaxIncluded: false },
  };
}

const organizationId = () => absolute("/#organization");

/** The reference by which other schema.org things identify their provider. */
function provider(): Thing {
  return {
    "@type": "EducationalOrganization",
    "@id": organizationId(),
    name: SITE.name,
    url: absolute(paths.landing()),
  };
}

/** The provider of the site, with the details that are configured. */
function organization(): Thing {
  const { legalName, contactEmail, address, vatNumber, socialLinks } = currentFacts().facts;
  return {
    ...provider(),
    legalName,
    description: SITE.description,
    logo: absolute("/icons/icon-512.png"),
    email: contactEmail,
    address: address ?? undefined,
    vatID: vatNumber ?? undefined,
    sameAs: socialLinks.length > 0 ? socialLinks.map(({ url }) => url) : undefined,
  };
}

/** The name that search results show for the whole site. */
function webSite(): Thing {
  return {
    "@type": "WebSite",
    name: SITE.name,
    url: absolute(paths.landing()),
    inLanguage: "en-GB",
    publisher: { "@id": organizationId() },
  };
}

/** A schema.org thing as JSON-LD; undefined properties are left out. */
type Thing = { "@type": string; [property: string]: unknown };

/** Search engines accept absolute addresses only. */
export function absolute(path: string): string {
  return new URL(path, siteOrigin()).href;
}
