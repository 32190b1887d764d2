import { COURSE, LESSON_MINUTES } from "../../domain/course.ts";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS, TIERS, type Tier } from "../../domain/plans.ts";
import { CURRENCY } from "../../domain/pricing.ts";
import { courseDescription } from "./courseTexts.ts";
import { provider } from "./organization.ts";
import { SHARE_IMAGE } from "./shareImage.ts";
import { absolute, type Thing } from "./thing.ts";

/** The course with its modules, pace and prices (Google's "course info": developers.google.com/search). */
export function flagshipCourse(): Thing {
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
export function courseSummary(): Thing {
  return {
    "@type": "Course",
    "@id": absolute(`${paths.academy()}#course`),
    name: COURSE.title,
    description: courseDescription(),
    url: absolute(paths.academy()),
    provider: provider(),
  };
}

/** A payment in full. All prices of the academy exclude VAT, which schema.org can express. */
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
