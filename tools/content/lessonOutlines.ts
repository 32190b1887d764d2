import { join } from "node:path";
import type { Plugin } from "vite";
import type { LessonPack } from "../../src/domain/course/pack.ts";
import { readCompiledCourse } from "./compiledCourse.ts";

const CONTENT = join(import.meta.dirname, "..", "..", "content");
const ID = "virtual:lesson-outlines";

/** What anyone may know of a lesson: what it teaches and how much is in it, and nothing of its text or its quiz. */
export function outlineOf({ objectives, islands = [], quiz, labs = [], sources }: LessonPack) {
  return {
    objectives,
    // A workbook page only shows what was written elsewhere.
    activities: islands.filter(({ kind }) => kind !== "workbook").length,
    questions: quiz.questions.length,
    pages: labs.length,
    sources: sources.length,
  };
}

/** `virtual:lesson-outlines` is the outline of each lesson of the course, by id. */
export function lessonOutlines(): Plugin {
  let outlines: Record<string, ReturnType<typeof outlineOf>>;
  return {
    name: "academy:lesson-outlines",
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    // Not on demand, because a test that waits for the page does not wait for a course that has to be compiled first.
    async buildStart() {
      const course = await readCompiledCourse(CONTENT);
      if ("errors" in course) throw new Error("the course has errors: npm run content lists them");
      outlines = Object.fromEntries(course.packs.map((pack) => [pack.lessonId, outlineOf(pack)]));
    },
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      return { code: `export const outlines = ${JSON.stringify(outlines)};`, moduleType: "js" };
    },
  };
}
