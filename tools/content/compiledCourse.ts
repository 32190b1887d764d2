import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fingerprint } from "../fingerprint.ts";
import type { readCourse } from "./readCourse.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const CONTENT = join(ROOT, "content");
const COMPILER = ["tools/content", "src/domain", "package-lock.json"].map((input) => join(ROOT, input));
const CACHE = join(ROOT, "node_modules", ".cache", "academy-course.json");

type Course = ReturnType<typeof readCourse>;

/**
 * Like `readCourse`, but keeps the project's own course compiled until it or the compiler changes: compiling takes half of
 * the processor time of a start.
 */
export async function readCompiledCourse(dir: string): Promise<Course> {
  if (resolve(dir) !== CONTENT) return compile(dir);
  const stamp = fingerprint([CONTENT, ...COMPILER]);
  if (existsSync(CACHE)) {
    // Written below.
    const kept = JSON.parse(readFileSync(CACHE, "utf8")) as { stamp: string; course: Course };
    if (kept.stamp === stamp) return kept.course;
  }
  const course = await compile(dir);
  if (!("errors" in course)) keep(JSON.stringify({ stamp, course }));
  return course;
}

function keep(text: string): void {
  // Another process may be reading the file.
  const temporary = `${CACHE}.${process.pid}`;
  try {
    mkdirSync(dirname(CACHE), { recursive: true });
    writeFileSync(temporary, text);
    renameSync(temporary, CACHE);
  } catch (error) {
    // Not fatal: the next start is only slower.
    console.warn("The compiled course could not be kept:", error);
  }
}

/** Imported here, because loading the Markdown parser takes a while too. */
async function compile(dir: string): Promise<Course> {
  return (await import("./readCourse.ts")).readCourse(dir);
}
