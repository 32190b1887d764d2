import { readdirSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isLessonId, type LessonId } from "../../src/domain/ids.ts";
import type { LessonPack } from "../../src/domain/pack.ts";
import { compileLesson } from "./compileLesson.ts";
import type { ContentError } from "./contentError.ts";

const FOLDER_NAME = /^(\d{2})-[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Compiles every lesson below `<dir>/lessons`, in the order of the course. Returns all packs, or all errors and no
 * pack: a course with a fault in it is not published in part.
 */
export function readCourse(dir: string): { packs: LessonPack[] } | { errors: ContentError[] } {
  const root = dirname(resolve(dir));
  const lessons = join(resolve(dir), "lessons");
  const show = (path: string) => relative(root, path).replaceAll("\\", "/");
  const names = readdirSync(lessons, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

  const errors: ContentError[] = [];
  const folders = new Map<string, LessonId>();
  for (const name of names) {
    const fault = faultOf(name, folders);
    if (fault) errors.push({ file: show(join(lessons, name)), line: 1, message: fault });
    const id = idOf(name);
    if (isLessonId(id)) folders.set(name, id);
  }
  const packs: LessonPack[] = [];
  for (const name of names) {
    const path = join(lessons, name);
    const compiled = compileLesson({ path, shown: show(path) }, folders);
    if ("errors" in compiled) errors.push(...compiled.errors);
    else packs.push(compiled.pack);
  }
  if (errors.length > 0) return { errors };
  return packs.length > 0
    ? { packs }
    : { errors: [{ file: show(lessons), line: 1, message: "there is no lesson" }] };
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
