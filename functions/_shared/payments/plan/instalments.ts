import { z } from "zod";
import { type PlannedPayment, plannedPayments } from "../../../../src/domain/sales/instalments.ts";
import { type Admin, DatabaseError } from "../../database.ts";
import type { Order } from "../../orders/order.ts";

const paymentSchema = z.object({
  number: z.int(),
  invoice_number: z.string().nullable(),
  invoice_url: z.string().nullable(),
  amount_pence: z.int(),
  due_at: z.string(),
  paid_at: z.string().nullable(),
  failed_at: z.string().nullable(),
});
/** A row of `order_payments`. Amounts in pence, times in ISO 8601. */
export type Payment = z.infer<typeof paymentSchema>;

/** The payments requested so far, by number. */
export async function findPayments(admin: Admin, orderId: string): Promise<Payment[]> {
  const { data, error } = await admin
    .from("order_payments")
    .select("number, invoice_number, invoice_url, amount_pence, due_at, paid_at, failed_at")
    .eq("order_id", orderId)
    .order("number");
  if (error) throw new DatabaseError("order_payments", error);
  return z.array(paymentSchema).parse(data);
}

/** Throws for a payment that was never requested. */
export async function findPayment(admin: Admin, orderId: string, number: number): Promise<Payment> {
  const payment = (await findPayments(admin, orderId)).find((each) => each.number === number);
  if (!payment) throw new Error(`there is no payment ${number}`);
  return payment;
}

/** All three payments of a plan: those requested so far, and those to come. */
export function paymentsOfPlan(order: Order, payments: readonly Payment[]): PlannedPayment[] {
  const asked = payments.map((each) => ({
    number: each.number,
    amountPence: each.amount_pence,
    dueAt: each.due_at,
    paidAt: each.paid_at,
    failedAt: each.failed_at,
  }));
  return plannedPayments(order.total_pence, new Date(order.paid_at ?? Date.now()), asked);
}
