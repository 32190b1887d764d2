import { COMING_SOON_COURSES } from "../../domain/plannedCourses.ts";
import { courseSummary } from "./course.ts";
import { provider } from "./organization.ts";
import type { Thing } from "./thing.ts";

/** Every course of the catalogue once. What cannot be bought yet says so and carries no offer. */
export function courseList(): Thing {
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
