import { DatabaseError } from "../database.ts";
import type { Call } from "../http/serve.ts";

/**
 * Marks the order of a session that can no longer be paid as expired. Returns false for an order that has been paid in
 * the meantime, which stays paid.
 */
export async function expireOrder(call: Call, session: { id: string }): Promise<boolean> {
  const { data, error } = await call.admin
    .from("orders")
    .update({ status: "expired" })
    .eq("checkout_session_id", session.id)
    .in("status", ["created", "open"])
    .select("id");
  if (error) throw new DatabaseError("orders", error);
  return data.length > 0;
}
