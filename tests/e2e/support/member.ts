import { expect, type Page } from "@playwright/test";
import { createAccount } from "../../support/server/createAccount.ts";
import type { Backstage } from "./backstage.ts";
import { signIn } from "./shop.ts";

export const MEMBER_PASSWORD = "a-password-of-my-own";

/** Creates a user with an account and no course, and signs in. Ends on the catalogue. Returns the account's id. */
export async function becomeMember(page: Page, backstage: Backstage, email: string): Promise<string> {
  const { user } = await createAccount(backstage.database, backstage.visitor(), {
    email,
    password: MEMBER_PASSWORD,
    firstName: "Grace",
    lastName: "Hopper",
  });
  await page.goto("/auth");
  await signIn(page, email, MEMBER_PASSWORD);
  await expect(page).toHaveURL("/academy/courses");
  return user.id;
}
