import { join } from "node:path";
import type { Plugin } from "vite";
import { readCompiledCourse } from "./compiledCourse.ts";

const CONTENT = join(import.meta.dirname, "..", "..", "content");
const ID = "virtual:course-sources";

/** The number of sources that each lesson names, in the order of the lessons, for pages that do not load the lessons. */
export function courseSources(): Plugin {
  return {
    name: "academy:course-sources",
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined;
      const course = await readCompiledCourse(CONTENT);
      if ("errors" in course) throw new Error("the course has errors: npm run content lists them");
      const sources = course.packs.map((pack) => pack.sources.length);
      return { code: `export const sources = ${JSON.stringify(sources)};`, moduleType: "js" };
    },
  };
}
