import { expect, type Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { moduleOf } from "../../../src/domain/course/course.ts";
import { COURSE_ID, LESSON_IDS } from "../../../src/domain/ids.ts";
import type { Backstage } from "./backstage.ts";
import { signUpEnrolled } from "./enrol.ts";
import { signIn } from "./shop.ts";

const PASSWORD = "a-password-of-my-own";

/** Creates a learner who has bought the course and completed every lesson, and signs in. Ends on the dashboard. */
export async function becomeFinisher(page: Page, backstage: Backstage, email: string): Promise<string> {
  const grace = { email, password: PASSWORD, firstName: "Grace", lastName: "Hopper" };
  const { userId, client } = await signUpEnrolled(backstage, grace);
  await completeCourse(client, userId);
  await page.goto("/auth");
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL("/academy/dashboard");
  return userId;
}

/** Marks the user's orders as refunded, as a full refund does. */
export async function refund({ database }: Backstage, userId: string): Promise<void> {
  const { error } = await database.from("orders").update({ status: "refunded" }).eq("user_id", userId);
  expect(error).toBeNull();
}

/** Uses the calls of spec §7. */
export async function completeCourse(learner: SupabaseClient, user_id: string): Promise<void> {
  const rows = LESSON_IDS.map((lesson_id) => ({
    user_id,
    course_id: COURSE_ID,
    module_id: moduleOf(lesson_id).id,
    lesson_id,
    completed: true,
    completed_at: new Date().toISOString(),
  }));
  expect((await learner.from("course_progress").upsert(rows)).error).toBeNull();
  const earned = { user_id, achievement_type: "course_complete", achievement_name: "Course Complete" };
  expect((await learner.from("user_achievements").upsert(earned)).error).toBeNull();
}
