import { createClient } from "@supabase/supabase-js";
import { z } from "zod";
import { TOTAL_LESSONS } from "../../src/domain/course/course.ts";
import { lessonRowSchema } from "../../src/domain/course/pack.ts";
import { type Measure, verdict } from "../support/measure.ts";
import { median } from "../support/statistics.ts";

const BUDGET_KB = 1500;
const BYTES_PER_KB = 1000;
const COLUMNS = "lesson_id,version,hash,bytes,is_preview";

/** The size of the whole course on a device: the published lessons that an enrolled learner may read. */
export const courseSize: Measure = {
  name: "course-size",
  async take(bench) {
    const [academy, learner] = [await bench.academy(), await bench.learner()];
    const { supabaseUrl, publishableKey } = await academy.config();
    const client = createClient(supabaseUrl, publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const signedIn = await client.auth.signInWithPassword(learner);
    if (signedIn.error) throw signedIn.error;
    const { data, error } = await client.from("lessons").select(COLUMNS).order("lesson_id");
    if (error) throw error;
    const lessons = z.array(lessonRowSchema).nonempty().parse(data);
    const sizes = lessons.map((lesson) => lesson.bytes / BYTES_PER_KB);
    const total = sizes.reduce((sum, kb) => sum + kb, 0);
    const whole = total + (TOTAL_LESSONS - lessons.length) * median(sizes);
    const each = lessons.map((lesson) => `${lesson.lesson_id}: ${(lesson.bytes / BYTES_PER_KB).toFixed(1)}`);
    return [
      {
        measure: "whole course offline",
        unit: "KB",
        ours: total,
        floor: null,
        target: `≤ ${BUDGET_KB}`,
        verdict: verdict(whole <= BUDGET_KB),
        note:
          `lessons ${each.join(", ")}; ${lessons.length} of ${TOTAL_LESSONS} are published` +
          (lessons.length < TOTAL_LESSONS ? `, all would be about ${whole.toFixed(0)}, which is judged` : ""),
      },
    ];
  },
};
