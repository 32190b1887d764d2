import type { Backend } from "@academy/local-supabase";
import { readCompiledCourse } from "../tools/content/compiledCourse.ts";
import { formatError } from "../tools/content/contentError.ts";
import type { MediaFile } from "../tools/content/lesson/videoFile.ts";
import { publishCourse } from "../tools/content/publish/publishCourse.ts";
import { supabaseStore } from "../tools/content/publish/supabaseStore.ts";
import { adminClient } from "./adminClient.ts";

/**
 * Publishes the course at startup, with the same client calls as `npm run content:publish` in production. Invalid content
 * aborts the start with one line for each error, and nothing is published. Returns the files that the site has to serve
 * with it.
 */
export async function publishContent(backend: Backend, folder: string): Promise<MediaFile[]> {
  const course = await readCompiledCourse(folder);
  if ("errors" in course) {
    throw new Error(
      `The course has errors, so nothing was published:\n${course.errors.map(formatError).join("\n")}`,
    );
  }
  await publishCourse(course.packs, supabaseStore(adminClient(backend)));
  return course.media;
}
