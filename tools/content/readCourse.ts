import { readdirSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { LessonPack } from "../../src/domain/course/pack.ts";
import { isLessonId, type LessonId } from "../../src/domain/ids.ts";
import type { ContentError } from "./contentError.ts";
import { indexCourse } from "./courseIndex.ts";
import { compileLesson } from "./lesson/compileLesson.ts";
import { readLabs } from "./lesson/labFile.ts";
import { type LessonSource, readLesson } from "./lesson/lessonSource.ts";

const FOLDER_NAME = /^(\d{2})-[a-z0-9]+(-[a-z0-9]+)*$/;

export type Compiled = {
  /** The lessons without errors, in the order of the course. */
  packs: LessonPack[];
  /** The packs of those lessons that have more for organisations. */
  extended: LessonPack[];
  /** All lessons that were read, in the order of the folders. */
  lessons: LessonSource[];
  errors: ContentError[];
};

/**
 * Compiles every lesson below `<dir>/lessons`, in the order of the course. Returns all packs, or all errors and no
 * pack, because a course with an error is not published in part.
 */
export function readCourse(dir: string): Pick<Compiled, "packs" | "extended"> | Pick<Compiled, "errors"> {
  const { packs, extended, errors } = compileCourse(dir);
  return errors.length > 0 ? { errors } : { packs, extended };
}

/** Like `readCourse`, but also returns what was read and compiled despite errors elsewhere. */
export function compileCourse(dir: string): Compiled {
  const root = dirname(resolve(dir));
  const folder = join(resolve(dir), "lessons");
  const show = (path: string) => relative(root, path).replaceAll("\\", "/");
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

  const errors: ContentError[] = [];
  const known = new Map<string, LessonId>();
  for (const name of names) {
    const fault = faultOf(name, known);
    if (fault) errors.push({ file: show(join(folder, name)), line: 1, message: fault });
    const id = idOf(name);
    if (isLessonId(id)) known.set(name, id);
  }
  const labs = readLabs(join(resolve(dir), "labs"), show);
  errors.push(...labs.errors);
  const lessons = names.map((name) =>
    readLesson(join(folder, name), show(join(folder, name)), known.get(name), labs.of(known.get(name))),
  );
  const { index, errors: twins } = indexCourse(lessons);
  errors.push(...twins);
  const packs: LessonPack[] = [];
  const extended: LessonPack[] = [];
  for (const lesson of lessons) {
    const compiled = compileLesson(lesson, index);
    if ("errors" in compiled) errors.push(...compiled.errors);
    else {
      packs.push(compiled.pack);
      if (compiled.extended) extended.push(compiled.extended);
    }
  }
  if (lessons.length === 0) errors.push({ file: show(folder), line: 1, message: "there is no lesson" });
  return { packs, extended, lessons, errors };
}

function idOf(folder: string): string {
  return String(Number(FOLDER_NAME.exec(basename(folder))?.[1]));
}

function faultOf(name: string, before: ReadonlyMap<string, LessonId>): string | undefined {
  if (!FOLDER_NAME.test(name)) return 'a lesson folder is named like "01-what-ai-is"';
  const id = idOf(name);
  const twin = [...before].find(([, each]) => each === id)?.[0];
  if (twin) return `the number ${name.slice(0, 2)} is also used by ${twin}`;
  return isLessonId(id) ? undefined : `lesson ${id} is not in the course outline`;
}
