import { z } from "zod";
import { type Admin, callDatabase } from "../database.ts";
import type { Order } from "../orders/order.ts";
import { randomToken } from "../random.ts";

const PASSWORD_BYTES = 32;

/** The account that gets what the order paid for: the signed-in buyer's, else the one of its e-mail address. */
export async function ensureAccount(admin: Admin, order: Order): Promise<string> {
  return order.user_id ?? (await ensureAccountOf(admin, order.email, order));
}

/**
 * The account of an e-mail address, however it is spelled; a new one, named after the order's buyer, when there is
 * none. A new account has a password that nobody knows; the credentials mail sets another when it is delivered.
 */
export async function ensureAccountOf(
  admin: Admin,
  email: string,
  order: Pick<Order, "id" | "first_name" | "last_name">,
): Promise<string> {
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

  // Another request (a repeat of this event, another order) may have made it since we looked.
  const madeMeanwhile = await findByEmail(admin, email);
  if (madeMeanwhile) return madeMeanwhile;
  throw error;
}

function findByEmail(admin: Admin, email: string): Promise<string | null> {
  return callDatabase(admin, "find_user_id_by_email", { p_email: email }, z.uuid().nullable());
}
