import * as z from "zod/mini";
import { PLANS, TIERS } from "../../domain/sales/plans.ts";
import { authMessage } from "../session/authMessages.ts";
import type { Loaded } from "../session/authTypes.ts";

const orderSchema = z.object({
  id: z.string(),
  status: z.string(),
  tier: z.enum(TIERS),
  plan: z.enum(PLANS),
  subtotal_pence: z.int(),
  discount_pence: z.int(),
  vat_pence: z.int(),
  /** The total of one payment. For a plan, that is one month's payment. */
  total_pence: z.int(),
  discount_code: z.string(),
  paid_at: z.string(),
  grace_until: z.nullable(z.string()),
  /** When the payment provider ended a plan. Its payments may be incomplete. */
  plan_ended_at: z.nullable(z.string()),
  /** When staff restored access. A plan that was cancelled before that takes no more payments. */
  restored_at: z.nullable(z.string()),
  /** How many places were bought for the team. Without a team the course was bought for the buyer. */
  seats: z.int(),
  team_id: z.nullable(z.string()),
});
const teamsSchema = z.array(z.object({ id: z.string(), name: z.string() }));
const creditNoteSchema = z.object({
  id: z.string(),
  number: z.string(),
  amount_pence: z.int(),
  created_at: z.string(),
});
const paymentSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  number: z.int(),
  amount_pence: z.int(),
  refunded_pence: z.int(),
  due_at: z.string(),
  paid_at: z.nullable(z.string()),
  failed_at: z.nullable(z.string()),
  /** Null until the payment provider has issued the invoice. */
  invoice_number: z.nullable(z.string()),
  credit_notes: z.array(creditNoteSchema),
});
const columnsOf = ({ shape }: { shape: object }) => Object.keys(shape).join(", ");
const PAYMENT_COLUMNS = columnsOf(paymentSchema).replace(
  "credit_notes",
  `credit_notes(${columnsOf(creditNoteSchema)})`,
);
type OrderRow = z.output<typeof orderSchema>;
type PaymentRow = z.output<typeof paymentSchema>;

/** A purchase of the signed-in user. Amounts are in pence, times in ISO 8601. */
export type Purchase = OrderRow & {
  payments: PaymentRow[];
  /** The name of the team, while it is the user's own. */
  teamName: string | null;
};

/** The signed-in user's purchases, newest first. Row-level security returns only the user's own rows. */
export async function loadPurchases(): Promise<Loaded<Purchase[]>> {
  const { supabase } = await import("../session/supabase.ts");
  const [orders, payments] = await Promise.all([
    supabase()
      .from("orders")
      .select(columnsOf(orderSchema))
      .not("paid_at", "is", null)
      .order("paid_at", { ascending: false }),
    supabase().from("order_payments").select(PAYMENT_COLUMNS).order("number"),
  ]);
  const failed = [orders, payments].find(({ error }) => error);
  if (failed) return { ok: false, message: authMessage({ ...failed.error, status: failed.status }) };
  const rows = z.array(orderSchema).safeParse(orders.data);
  const paid = z.array(paymentSchema).safeParse(payments.data);
  if (!rows.success || !paid.success) return { ok: false, message: authMessage({}) };
  const hasTeam = rows.data.some(({ team_id }) => team_id !== null);
  const teams = teamsSchema.safeParse(hasTeam ? (await supabase().rpc("my_teams")).data : []);
  const data = rows.data.map((order) => ({
    ...order,
    teamName: teams.data?.find(({ id }) => id === order.team_id)?.name ?? null,
    payments: paid.data.filter((payment) => payment.order_id === order.id),
  }));
  return { ok: true, data };
}
