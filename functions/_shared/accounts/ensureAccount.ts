import { z } from "zod";
import { type Admin, callDatabase } from "../database.ts";
import type { Order } from "../orders/order.ts";
import { randomToken } from "../random.ts";

const PASSWORD_BYTES = 32;

/** Returns the account that gets access: the signed-in buyer's, otherwise the one with the order's email address. */
export async function ensureAccount(admin: Admin, order: Order): Promise<string> {
  return order.user_id ?? (await ensureAccountOf(admin, order.email, order));
}

/**
 * Returns the account with this email address, ignoring case, or creates one with the buyer's name. A new account has
 * a random password that is never shown; delivering the credentials email sets a temporary one. An account that anyone
 * requested from the auth server itself and nobody could use is replaced.
 */
export async function ensureAccountOf(
  admin: Admin,
  email: string,
  order: Pick<Order, "id" | "first_name" | "last_name">,
): Promise<string> {
  await removeUnconfirmedAccount(admin, email);
  const existing = await findByEmail(admin, email);
  if (existing) return existing;

  const { data, error } = await admin.auth.admin.createUser({
    email,
    password: randomToken(PASSWORD_BYTES),
    email_confirm: true,
    user_metadata: { first_name: order.first_name, last_name: order.last_name },
    app_metadata: { must_change_password: true, made_for_order: order.id },
  });
  if (!error) return data.user.id;

  // Another request (the same event again, another order) may have created it since the check.
  const madeMeanwhile = await findByEmail(admin, email);
  if (madeMeanwhile) return madeMeanwhile;
  throw error;
}

/** True if the address had an account that was never confirmed, used or invited (docs/decisions/0051). */
export function removeUnconfirmedAccount(admin: Admin, email: string): Promise<boolean> {
  return callDatabase(admin, "remove_unconfirmed_account", { p_email: email }, z.boolean());
}

function findByEmail(admin: Admin, email: string): Promise<string | null> {
  return callDatabase(admin, "find_user_id_by_email", { p_email: email }, z.uuid().nullable());
}
