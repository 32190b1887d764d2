import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { lessonRowSchema } from "../../../src/domain/course/pack.ts";
import { COURSE_ID } from "../../../src/domain/ids.ts";
import type { LessonStore } from "./publishCourse.ts";

const currentSchema = z.array(
  z.object(lessonRowSchema.shape).pick({ lesson_id: true, audience: true, version: true, hash: true }),
);

/** The outline and the `lessons` table, through a client with the secret key. Throws the database's errors. */
export function supabaseStore(client: SupabaseClient): LessonStore {
  return {
    async publishOutline(rows) {
      const { error } = await client.rpc("publish_outline", { p_course: COURSE_ID, p_lessons: rows });
      if (error) throw new Error(`the outline could not be published: ${error.message}`);
    },
    async current() {
      const { data, error } = await client
        .from("lessons")
        .select("lesson_id, audience, version, hash")
        .eq("course_id", COURSE_ID);
      if (error) throw new Error(`the published lessons could not be read: ${error.message}`);
      return currentSchema.parse(data);
    },
    async publish(row) {
      const { error } = await client
        .from("lessons")
        .upsert(
          { ...row, published_at: new Date().toISOString() },
          { onConflict: "course_id,lesson_id,audience" },
        );
      if (error) throw new Error(`lesson ${row.lesson_id} could not be published: ${error.message}`);
    },
  };
}
