import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import type { Change } from "../../server/stripeAccount/change.ts";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { formatError } from "../content/contentError.ts";
import { outlineRows } from "../content/publish/outline.ts";
import { changedRows, publishCourse } from "../content/publish/publishCourse.ts";
import { supabaseStore } from "../content/publish/supabaseStore.ts";
import { compileCourse } from "../content/readCourse.ts";
import { validateCourse } from "../content/validate/validateCourse.ts";
import { type Deployment, ROOT } from "./deployment.ts";

/**
 * Publishes the lessons that changed. Runs after the site: until then, the older lessons work with the new site, as they
 * do on devices that were offline.
 */
export async function lessonChanges({ api, supabaseUrl }: Deployment): Promise<Change[]> {
  const course = compileCourse(join(ROOT, "content"));
  const errors = [...course.errors, ...validateCourse(course)];
  if (errors.length > 0) throw new Error(`The course has errors:\n${errors.map(formatError).join("\n")}`);

  const { secret } = await api.keys();
  const store = supabaseStore(createClient(supabaseUrl, secret, { auth: { persistSession: false } }));
  const lessons = changedRows(course, await store.current()).map(({ lesson_id }) => lesson_id);
  const hasOutline = await isOutlinePublished(api);
  if (lessons.length === 0 && hasOutline) return [];
  const what = [
    ...(hasOutline ? [] : ["the outline"]),
    ...(lessons.length === 0 ? [] : [`lesson ${lessons.join(", ")}`]),
  ];
  return [
    {
      what: `publish ${what.join(" and ")}`,
      apply: async () => void (await publishCourse(course, store)),
    },
  ];
}

async function isOutlinePublished(api: Deployment["api"]): Promise<boolean> {
  const rows = await api.query<{ lesson_id: string }>(
    "select lesson_id from private.course_outline where course_id = $1 and is_required order by position",
    [COURSE_ID],
  );
  const wanted = outlineRows().map(({ lesson_id }) => lesson_id);
  return rows.length === wanted.length && rows.every(({ lesson_id }, index) => lesson_id === wanted[index]);
}
