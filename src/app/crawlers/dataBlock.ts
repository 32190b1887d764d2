import { paths } from "../../domain/paths.ts";
import { flagshipCourse } from "./course.ts";
import { courseList } from "./courseList.ts";
import { organization, webSite } from "./organization.ts";
import { questions } from "./questions.ts";
import type { Thing } from "./thing.ts";

/** What search engines are told as data. Only the build reads this: no page carries the code for it. */
const THINGS: Record<string, () => Thing[]> = {
  [paths.landing()]: () => [organization(), webSite()],
  [paths.academy()]: () => [flagshipCourse(), questions()],
  [paths.catalogue()]: () => [courseList()],
};

/** The JSON-LD element of a page's head, or nothing. It is data and never run, so the content policy allows it. */
export function dataBlock(address: string): string {
  const things = THINGS[address]?.();
  if (!things) return "";
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": things });
  // "</script>" in a text would end the element.
  return `<script type="application/ld+json">${json.replaceAll("<", "\\u003c")}</script>`;
}
