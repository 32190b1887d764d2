import { z } from "zod";
import type { StaffOrderRequest } from "../../src/domain/staff/orders.ts";
import { ensureAccountOf } from "../_shared/accounts/ensureAccount.ts";
import { callDatabase, DatabaseError } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import type { StaffMember } from "../_shared/http/staff.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { removeUnusedAccounts, updateProviderCustomer } from "../_shared/orders/moveOrder.ts";
import { refusalFor } from "./refusals.ts";

const correctedSchema = z.object({ outcome: z.string(), unused_accounts: z.array(z.uuid()) });
const orderSchema = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  customer_id: z.string().nullable(),
});

/**
 * Moves an order to the account of another address, which is created if needed, and removes the one created for the
 * mistyped address. Repeating the same correction after a crash has the same result.
 */
export async function correctEmail(
  call: Call,
  member: StaffMember,
  { orderId, email, seenEmail, reason }: Extract<StaffOrderRequest, { action: "correct_email" }>,
): Promise<void> {
  const args = { p_order: orderId, p_email: email, p_seen_email: seenEmail };
  const verdict = await callDatabase(call.admin, "staff_may_correct_email", args, z.string());
  if (verdict !== "possible" && verdict !== "corrected") throw refusalFor(verdict);

  const order = await findBuyer(call, orderId);
  // Checked first, so that an account is only created for a correction that is possible.
  const userId = verdict === "possible" ? await ensureAccountOf(call.admin, email, order) : null;
  const corrected = await callDatabase(
    call.admin,
    "staff_correct_email",
    { ...args, p_actor: member.userId, p_user: userId, p_reason: reason },
    correctedSchema,
  );
  await removeUnusedAccounts(call, corrected.unused_accounts);
  if (corrected.outcome !== "corrected") throw refusalFor(corrected.outcome);
  await startMailDelivery(call);
  await updateProviderCustomer(call, order, email);
}

async function findBuyer(call: Call, id: string): Promise<z.output<typeof orderSchema>> {
  const columns = "id, first_name, last_name, customer_id";
  const { data, error } = await call.admin.from("orders").select(columns).eq("id", id).single();
  if (error) throw new DatabaseError("orders", error);
  return orderSchema.parse(data);
}
