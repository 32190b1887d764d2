import { paths } from "../../domain/paths.ts";
import { COMING_SOON_COURSES } from "../../domain/plannedCourses.ts";
import { FAQ } from "../../features/academy/faq.ts";
import { courseSummary, flagshipCourse } from "./course.ts";
import { organization, provider, webSite } from "./organization.ts";
import type { Thing } from "./thing.ts";

/** Structured data for search engines. Only the build imports this, so no page loads the code. */
const THINGS: Record<string, () => Thing[]> = {
  [paths.landing()]: () => [organization(), webSite()],
  [paths.academy()]: () => [flagshipCourse(), questions()],
  [paths.catalogue()]: () => [courseList()],
};

/** The JSON-LD element of a page's head, or nothing. Data is never executed, so the content policy allows it. */
export function dataBlock(address: string): string {
  const things = THINGS[address]?.();
  if (!things) return "";
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": things });
  // "</script>" in a text would end the element.
  return `<script type="application/ld+json">${json.replaceAll("<", "\\u003c")}</script>`;
}

/** Every course of the catalogue once. Courses that cannot be bought yet are marked as such and have no offer. */
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

/** The questions that the academy's home answers, word for word. */
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
