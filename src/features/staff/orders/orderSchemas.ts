import * as z from "zod/mini";
import { PLANS, TIERS } from "../../../domain/sales/plans.ts";
import { exportSchema } from "../frame/list/ExportList.tsx";
import { listPageSchema } from "../frame/list/StaffList.tsx";

/** What `staff_orders` and `staff_order` answer (supabase/schemas/staff). Amounts in pence, times in ISO 8601. */

export const ORDER_STATUSES = [
  "created",
  "open",
  "invoiced",
  "expired",
  "paid",
  "past_due",
  "paused",
  "id_refused",
  "disputed",
  "refunded",
  "revoked",
  "ended",
] as const;
const status = z.enum(ORDER_STATUSES);
export type OrderStatus = z.infer<typeof status>;

const money = { paid_pence: z.int(), refunded_pence: z.int(), refundable_pence: z.int() };
const time = z.nullable(z.string());

const rowSchema = z.object({
  id: z.uuid(),
  created_at: z.string(),
  status,
  email: z.string(),
  name: z.string(),
  tier: z.enum(TIERS),
  plan: z.enum(PLANS),
  total_pence: z.int(),
  seats: z.int(),
  ...money,
});
export type OrderRow = z.infer<typeof rowSchema>;
export const ordersSchema = listPageSchema(rowSchema);

const exportedSchema = z.extend(rowSchema, {
  paid_at: time,
  organization: z.string(),
  country: z.string(),
  discount_code: z.string(),
  vat_pence: z.int(),
});
export type ExportedOrder = z.infer<typeof exportedSchema>;
export const orderExportSchema = exportSchema(exportedSchema);

const eventSchema = z.object({ at: z.string(), kind: z.string(), data: z.record(z.string(), z.unknown()) });
export type OrderEvent = z.infer<typeof eventSchema>;

const pageSchema = z.object({
  order: z.object({
    id: z.uuid(),
    created_at: z.string(),
    status,
    tier: z.enum(TIERS),
    plan: z.enum(PLANS),
    subtotal_pence: z.int(),
    discount_pence: z.int(),
    vat_pence: z.int(),
    total_pence: z.int(),
    discount_code: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string(),
    country: z.string(),
    organization: z.string(),
    purchase_order: z.string(),
    grace_until: time,
    extended_until: time,
    checkout_session_id: z.nullable(z.string()),
    customer_id: z.nullable(z.string()),
    subscription_id: z.nullable(z.string()),
    second_purchase_of: z.nullable(z.uuid()),
    seats: z.int(),
  }),
  /** Of an order for places. */
  team: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  money: z.object(money),
  /** Only of an order that staff opened, to be paid by invoice. */
  invoice: z.nullable(
    z.object({
      invoice_id: z.nullable(z.string()),
      invoice_number: z.nullable(z.string()),
      invoice_url: z.nullable(z.string()),
      status: z.enum(["draft", "open", "paid", "void", "uncollectible"]),
      due_at: time,
      sent_at: time,
      ended_at: time,
      paid_pence: z.int(),
      /** Transferred by the buyer and not used yet: a part of an open invoice, otherwise too much. */
      balance_pence: z.int(),
    }),
  ),
  payments: z.array(
    z.object({
      number: z.int(),
      amount_pence: z.int(),
      refunded_pence: z.int(),
      due_at: z.string(),
      paid_at: time,
      failed_at: time,
      payment_intent_id: z.nullable(z.string()),
    }),
  ),
  account: z.nullable(
    z.object({ id: z.uuid(), email: z.string(), last_sign_in_at: time, has_own_password: z.boolean() }),
  ),
  access: z.nullable(
    z.object({ status: z.enum(["active", "paused", "revoked"]), reason: z.string(), tier: z.enum(TIERS) }),
  ),
  /** Whether a place in a team gives the learner access. */
  has_seat: z.boolean(),
  /** When access pauses by itself. Null when it will not. */
  access_pauses_at: time,
  /** The provider ended the plan too early for three payments, so paying an open one does not complete it. */
  plan_ended_early: z.boolean(),
  /** Of the last student ID, with what the learner chose. Null if it was not refused. */
  student_id_refusal: z.nullable(
    z.object({ choice: z.nullable(z.enum(["another", "difference", "refund"])) }),
  ),
  other_orders: z.array(
    z.object({ id: z.uuid(), tier: z.enum(TIERS), status, effect: z.enum(["active", "paused", "revoked"]) }),
  ),
  certificates: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(["completion", "capstone"]),
      issued_at: z.string(),
      revoked_at: time,
    }),
  ),
  unfinished_refund: z.nullable(z.object({ id: z.uuid(), amount_pence: z.int(), created_at: z.string() })),
  refusals: z.object({
    resend: z.nullable(z.enum(["not_paid", "anonymised", "ended", "has_password"])),
    correction: z.nullable(z.enum(["not_paid", "anonymised", "signed_in_buyer", "ended", "in_use"])),
    refund: z.nullable(z.enum(["not_paid", "running", "disputed", "nothing_left"])),
    extension: z.nullable(z.enum(["not_paid", "anonymised", "ended", "not_pausing"])),
    end: z.nullable(z.enum(["not_paid", "anonymised", "ended", "team", "running", "plan_starting"])),
    restore: z.nullable(z.enum(["anonymised", "changed"])),
  }),
  timeline: z.array(eventSchema),
});
export type OrderPage = z.infer<typeof pageSchema>;
/** Null for an id that no order has. */
export const orderPageSchema = z.nullable(pageSchema);
