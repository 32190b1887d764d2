import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { z } from "zod";
import { parseEnv } from "../../src/domain/env.ts";
import { formatError } from "./contentError.ts";
import { describeLessons } from "./describeLessons.ts";
import { publishCourse } from "./publishCourse.ts";
import { readCourse } from "./readCourse.ts";
import { supabaseStore } from "./supabaseStore.ts";

const CONTENT = join(import.meta.dirname, "..", "..", "content");
const envSchema = z.object({ SUPABASE_URL: z.url(), SUPABASE_SECRET_KEY: z.string().min(1) });

/** `check` compiles the course and describes it; `publish` also brings it to the backend. */
async function main(command: string | undefined): Promise<number> {
  if (command !== "check" && command !== "publish") {
    console.error("Usage: node tools/content/main.ts check|publish");
    return 2;
  }
  const course = readCourse(CONTENT);
  if ("errors" in course) {
    for (const error of course.errors) console.error(formatError(error));
    console.error(`${course.errors.length} error(s): nothing was published.`);
    return 1;
  }
  console.info(describeLessons(course.packs));
  if (command === "check") return 0;

  const env = parseEnv(envSchema, process.env);
  const client = createClient(env.SUPABASE_URL, env.SUPABASE_SECRET_KEY, { auth: { persistSession: false } });
  const changed = await publishCourse(course.packs, supabaseStore(client));
  for (const each of changed) console.info(`published lesson ${each.lesson_id}, version ${each.version}`);
  console.info(`${changed.length} of ${course.packs.length} lessons had changed.`);
  return 0;
}

try {
  process.exitCode = await main(process.argv[2]);
} catch (error) {
  // Configuration and database faults are told in one line or list; a trace would hide it.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
