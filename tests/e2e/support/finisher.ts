import { expect, type Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { moduleOf } from "../../../src/domain/course.ts";
import { COURSE_ID, LESSON_IDS } from "../../../src/domain/ids.ts";
import type { Backstage } from "./backstage.ts";
import { signIn } from "./shop.ts";

const PASSWORD = "a-password-of-my-own";
const ORDER = { tier: "student", plan: "full", price_id: "academy_student_full" };
const AMOUNTS = { subtotal_pence: 5000, vat_pence: 1000, total_pence: 6000 };

/** Somebody who has bought the course and completed every lesson, signed in. Ends on the dashboard. */
export async function becomeFinisher(page: Page, backstage: Backstage, email: string): Promise<string> {
  const learner = backstage.visitor();
  const { data } = await learner.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { first_name: "Grace", last_name: "Hopper" } },
  });
  const userId = data.user?.id ?? "";
  await enrol(backstage, userId, email);
  await completeCourse(learner, userId);
  await page.goto("/auth");
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL("/academy/dashboard");
  return userId;
}

/** Takes all the money back, as a full refund does. */
export async function refund({ database }: Backstage, userId: string): Promise<void> {
  const { error } = await database.from("orders").update({ status: "refunded" }).eq("user_id", userId);
  expect(error).toBeNull();
}

async function enrol({ database }: Backstage, user_id: string, email: string): Promise<void> {
  const person = { email, first_name: "Grace", last_name: "Hopper", claim_token_hash: "0".repeat(64) };
  const order = await database
    .from("orders")
    .insert({ ...ORDER, ...AMOUNTS, ...person })
    .select("id")
    .single();
  expect(order.error).toBeNull();
  const paid = { status: "paid", paid_at: new Date().toISOString(), user_id };
  expect((await database.from("orders").update(paid).eq("id", order.data?.id)).error).toBeNull();
}

/** By the calls of spec §7. */
async function completeCourse(learner: SupabaseClient, user_id: string): Promise<void> {
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
