import type { Backend } from "@academy/local-supabase";
import { createClient } from "@supabase/supabase-js";
import { formatError } from "../tools/content/contentError.ts";
import type { MediaFile } from "../tools/content/lesson/videoFile.ts";
import { publishCourse } from "../tools/content/publish/publishCourse.ts";
import { supabaseStore } from "../tools/content/publish/supabaseStore.ts";
import { readCourse } from "../tools/content/readCourse.ts";

/**
 * Publishes the course at startup, with the same client calls as `npm run content:publish` in production. Invalid content
 * aborts the start with one line for each error, and nothing is published. Returns the files that the site has to serve
 * with it.
 */
export async function publishContent(backend: Backend, folder: string): Promise<MediaFile[]> {
  const course = readCourse(folder);
  if ("errors" in course) {
    throw new Error(
      `The course has errors, so nothing was published:\n${course.errors.map(formatError).join("\n")}`,
    );
  }
  const client = createClient("http://localhost", backend.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => backend.fetch(new Request(input, init)) },
  });
  await publishCourse(course.packs, supabaseStore(client));
  return course.media;
}
