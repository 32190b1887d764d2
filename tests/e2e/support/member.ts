import { expect, type Page } from "@playwright/test";
import type { Backstage } from "./backstage.ts";
import { signIn } from "./shop.ts";

export const MEMBER_PASSWORD = "a-password-of-my-own";

/** Creates a user with an account and no course, and signs in. Ends on the catalogue. Returns the account's id. */
export async function becomeMember(page: Page, backstage: Backstage, email: string): Promise<string> {
  const { data, error } = await backstage.visitor().auth.signUp({
    email,
    password: MEMBER_PASSWORD,
    options: { data: { first_name: "Grace", last_name: "Hopper" } },
  });
  expect(error).toBeNull();
  await page.goto("/auth");
  await signIn(page, email, MEMBER_PASSWORD);
  await expect(page).toHaveURL("/academy/courses");
  return data.user?.id ?? "";
}
