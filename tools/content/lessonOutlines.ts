import { join } from "node:path";
import type { Plugin } from "vite";
import type { LessonPack } from "../../src/domain/course/pack.ts";
import { readCompiledCourse } from "./compiledCourse.ts";

const CONTENT = join(import.meta.dirname, "..", "..", "content");

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

/**
 * `virtual:lesson-outlines` is the outline of each lesson of the course, by id, and `virtual:course-sources` only how many
 * sources each names, for a page that would otherwise load every outline.
 */
export function lessonOutlines(): Plugin {
  const modules = new Map<string, string>();
  return {
    name: "academy:lesson-outlines",
    resolveId: (id) => (modules.has(`\0${id}`) ? `\0${id}` : undefined),
    // Not on demand, because a test that waits for the page does not wait for a course that has to be compiled first.
    async buildStart() {
      const course = await readCompiledCourse(CONTENT);
      if ("errors" in course) throw new Error("the course has errors: npm run content lists them");
      const outlines = course.packs.map((pack) => [pack.lessonId, outlineOf(pack)] as const);
      const sources = outlines.map(([, outline]) => outline.sources);
      modules.set(
        "\0virtual:lesson-outlines",
        `export const outlines = ${JSON.stringify(Object.fromEntries(outlines))};`,
      );
      modules.set("\0virtual:course-sources", `export const sources = ${JSON.stringify(sources)};`);
    },
    load(id) {
      const code = modules.get(id);
      return code === undefined ? undefined : { code, moduleType: "js" };
    },
  };
}
