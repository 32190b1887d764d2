import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { z } from "zod";
import { stepsOf } from "../../src/domain/course/steps.ts";
import { parseEnv } from "../../src/domain/env.ts";
import { formatError } from "./contentError.ts";
import { publishCourse } from "./publish/publishCourse.ts";
import { supabaseStore } from "./publish/supabaseStore.ts";
import { compileCourse } from "./readCourse.ts";
import { cutSteps } from "./steps/cutSteps.ts";
import { datedSentences, dateReport } from "./validate/dates.ts";
import { dayMinutes, dayTable } from "./validate/dayMinutes.ts";
import { rhythmOf } from "./validate/responses.ts";
import type { LessonUnderTest } from "./validate/rule.ts";
import { lessonsUnderTest, validateCourse } from "./validate/validateCourse.ts";

const CONTENT = join(import.meta.dirname, "..", "..", "content");
const USAGE = "Usage: node tools/content/main.ts check|publish [--lesson <number>] [--lab <name>]";
const envSchema = z.object({ SUPABASE_URL: z.url(), SUPABASE_SECRET_KEY: z.string().min(1) });

/** `check` compiles and validates the course. `publish` also stores it in the backend. */
async function main(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { lesson: { type: "string" }, lab: { type: "string" } },
  });
  const [command] = positionals;
  if (command !== "check" && command !== "publish") {
    console.error(USAGE);
    return 2;
  }
  const course = compileCourse(CONTENT);
  const chosen = lessonsUnderTest(course).find(({ lessonId }) => lessonId === values.lesson);
  if (chosen) console.info(listSteps(chosen));
  const dates = dateReport(datedSentences(course.lessons), Date.now());
  if (!values.lesson && !values.lab) {
    console.info(dayTable(dayMinutes(course.packs)));
    console.info(dates.lines.join("\n"));
    for (const each of command === "check" ? dates.passed : []) console.warn(formatError(each));
  }
  const errors = [
    ...course.errors,
    ...validateCourse(course),
    // Only publishing to a backend stops for a date: the rest of the work can go on.
    ...(command === "publish" ? dates.passed : []),
  ];
  const folder = values.lab
    ? `/labs/${values.lab}`
    : values.lesson && `/lessons/${values.lesson.padStart(2, "0")}-`;
  const shown = errors.filter(({ file }) => !folder || file.includes(folder));
  for (const error of shown) console.error(formatError(error));
  if (errors.length > 0) {
    const elsewhere = errors.length - shown.length;
    console.error(
      `${shown.length} error(s)${elsewhere > 0 ? `, ${elsewhere} elsewhere` : ""}: nothing was published.`,
    );
    return 1;
  }
  if (command === "check") {
    for (const { lessonId, tree } of lessonsUnderTest(course)) {
      const { responses, minutes, silence } = rhythmOf(tree);
      console.info(
        `lesson ${lessonId}: ${responses} questions and fields in ${minutes.toFixed(0)} minutes of reading, at most ${silence.minutes.toFixed(1)} without one`,
      );
    }
    console.info("The course has no mistakes.");
    return 0;
  }

  const env = parseEnv(envSchema, process.env);
  const client = createClient(env.SUPABASE_URL, env.SUPABASE_SECRET_KEY, { auth: { persistSession: false } });
  const changed = await publishCourse(course, supabaseStore(client));
  for (const each of changed) console.info(`published lesson ${each.lesson_id}, version ${each.version}`);
  console.info(`${changed.length} of ${course.packs.length} lessons had changed.`);
  return 0;
}

/** One line per step of a lesson: its number, minutes, line in `lesson.md` and title. */
function listSteps({ tree, pack }: LessonUnderTest): string {
  if (!pack) return "";
  const cuts = cutSteps(tree);
  return stepsOf(pack)
    .map(({ title, minutes }, index) => {
      // The summary and the quiz have no line.
      const line = cuts[index] ? `, line ${cuts[index].line}` : "";
      return `step ${index + 1}, ${minutes} min${line}: ${title}`;
    })
    .join("\n");
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // Configuration and database errors are one line or a list, which a stack trace would hide.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
