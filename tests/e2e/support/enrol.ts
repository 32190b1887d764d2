import { expect } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { lookupKey, type Tier } from "../../../src/domain/sales/plans.ts";
import { keepOutOfLogs } from "../../support/logWatch.ts";
import { createAccount } from "../../support/server/createAccount.ts";
import type { Backstage } from "./backstage.ts";

type Buyer = { userId: string; email: string; tier?: Tier | undefined };

const AMOUNTS = { subtotal_pence: 5000, vat_pence: 1000, total_pence: 6000 };

export type Person = { email: string; password: string; firstName: string; lastName: string; tier?: Tier };

/** Creates a user with an account and a paid order, as after a purchase. */
export async function signUpEnrolled(
  { visitor, database }: Backstage,
  { email, password, firstName, lastName, tier }: Person,
): Promise<{ userId: string; client: SupabaseClient }> {
  const client = visitor();
  const { user, session } = await createAccount(database, client, { email, password, firstName, lastName });
  keepOutOfLogs(password, session.access_token, session.refresh_token);
  const userId = user.id;
  await payForCourse(database, { userId, email, tier });
  return { userId, client };
}

/** Creates a paid order for an existing account, as after a purchase elsewhere. Open tabs are not notified. */
export async function payForCourse(
  database: Backstage["database"],
  { userId, email, tier = "student" }: Buyer,
): Promise<void> {
  const offer = { tier, plan: "full", price_id: lookupKey(tier, "full") };
  const name = { first_name: "Ada", last_name: "Byron" };
  const order = await database
    .from("orders")
    .insert({ ...offer, ...AMOUNTS, ...name, email, claim_token_hash: "0".repeat(64), user_id: userId })
    .select("id")
    .single();
  expect(order.error).toBeNull();
  const paid = { status: "paid", paid_at: new Date().toISOString() };
  expect((await database.from("orders").update(paid).eq("id", order.data?.id)).error).toBeNull();
}
