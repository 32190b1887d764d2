import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { TestAcademy } from "../support/server/academy.ts";
import { newEmail } from "./shop.ts";

/** £850.00 plus VAT. */
export const INVOICED_PENCE = 1020_00;
export const DONE = { status: 200, body: { success: true } };

/** What the console's form sends. */
export function invoiceRequest(change: Record<string, unknown> = {}) {
  return {
    ...{ action: "open", orderId: randomUUID(), firstName: "Ada", lastName: "Obi", email: newEmail() },
    ...{
      organization: "Example Ltd",
      line1: "1 High Street",
      line2: "",
      city: "Leeds",
      postalCode: "LS1 1AA",
    },
    ...{ country: "GB", vatNumber: "GB123456789", purchaseOrder: "PO-1", tier: "professional" },
    ...{
      ...{ seats: 1, teamName: "" },
      pricePence: 850_00,
      daysUntilDue: "30",
      discountCode: "",
      termsSent: true,
      reason: "Offer of today",
    },
    ...change,
  };
}

export type InvoicedOrder = {
  id: string;
  email: string;
  status: string;
  customer_id: string;
  invoice_id: string;
  invoice_number: string;
  invoice_url: string;
  invoice_status: string;
  paid_pence: number;
  balance_pence: number;
  total_pence: number;
  billing: object;
};

export async function invoicedOrder(academy: TestAcademy, id: string): Promise<InvoicedOrder> {
  const [row] = await academy.backend.query<InvoicedOrder>(
    `select orders.id, email, orders.status, customer_id, total_pence, invoice_id, invoice_number, invoice_url,
       its.status as invoice_status, paid_pence, balance_pence, billing
     from public.orders join public.order_invoices as its on its.order_id = orders.id where orders.id = $1`,
    [id],
  );
  if (!row) throw new Error("there is no order by invoice with this id");
  return row;
}

type ByStaff = { call: (name: string, body: unknown) => Promise<unknown> };

/** Opens an order by invoice, as staff. */
export async function openInvoice(
  academy: TestAcademy,
  staff: ByStaff,
  change: Record<string, unknown> = {},
) {
  const request = invoiceRequest(change);
  expect(await staff.call("staff-invoice", request)).toMatchObject(DONE);
  return invoicedOrder(academy, request.orderId);
}

/** A bank transfer from the buyer arrives. */
export function transfer(
  academy: TestAcademy,
  { customer_id }: InvoicedOrder,
  amount: number,
): Promise<void> {
  return academy.simulate(`customers/${customer_id}/transfers`, { amount });
}

/** What the provider holds for the buyer, and what it has sent back to their bank, in pence. */
export async function moneyOf(academy: TestAcademy, { customer_id }: InvoicedOrder) {
  const { available } = await academy.stripe.customers.retrieveCashBalance(customer_id);
  const { data } = await academy.stripe.customers.listCashBalanceTransactions(customer_id, { limit: 100 });
  const returned = data.filter(({ type }) => type === "return_initiated");
  return { held: available?.gbp ?? 0, returned: returned.reduce((sum, each) => sum - each.net_amount, 0) };
}

/** How many emails of each kind were queued for the order. */
export async function mailsOfOrder(academy: TestAcademy, id: string): Promise<Record<string, number>> {
  const rows = await academy.backend.query<{ kind: string; count: number }>(
    "select kind, count(*)::int as count from public.mail_queue where order_id = $1 group by kind",
    [id],
  );
  return Object.fromEntries(rows.map((each) => [each.kind, each.count]));
}
