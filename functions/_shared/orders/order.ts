import { z } from "zod";
import { PLANS, TIERS } from "../../../src/domain/sales/plans.ts";
import { type Admin, DatabaseError } from "../database.ts";

const orderSchema = z.object({
  id: z.uuid(),
  created_at: z.string(),
  status: z.string(),
  tier: z.enum(TIERS),
  plan: z.enum(PLANS),
  subtotal_pence: z.int(),
  discount_pence: z.int(),
  vat_pence: z.int(),
  total_pence: z.int(),
  currency: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  organization: z.string(),
  /** As entered on the provider's payment page. */
  purchase_order: z.string(),
  user_id: z.uuid().nullable(),
  checkout_session_id: z.string().nullable(),
  subscription_id: z.string().nullable(),
  schedule_id: z.string().nullable(),
  grace_until: z.string().nullable(),
  paid_at: z.string().nullable(),
  plan_ended_at: z.string().nullable(),
  immediate_supply_consent_at: z.string().nullable(),
  /** The discount is only for someone who has not bought the course before. */
  first_purchase_only: z.boolean(),
  /** How many places it buys for its team. Without a team it is for one learner, the buyer. */
  seats: z.int(),
  team_id: z.uuid().nullable(),
});
const COLUMNS = Object.keys(orderSchema.shape).join(", ");
/** A row of `orders`. Amounts in pence, times in ISO 8601. */
export type Order = z.infer<typeof orderSchema>;

/** Returns the order with this id or checkout session, or undefined. */
export async function findOrder(
  admin: Admin,
  by: { id: string } | { checkout_session_id: string },
): Promise<Order | undefined> {
  const { data, error } = await admin.from("orders").select(COLUMNS).match(by).maybeSingle();
  if (error) throw new DatabaseError("orders", error);
  return data === null ? undefined : orderSchema.parse(data);
}
