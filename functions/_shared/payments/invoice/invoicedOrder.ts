import { z } from "zod";
import { INVOICE_TIERS } from "../../../../src/domain/sales/billing.ts";
import { type Admin, callDatabase, DatabaseError } from "../../database.ts";

/** What only the invoice needs. The database keeps it until the invoice has been sent. */
export const billingSchema = z.object({
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  postalCode: z.string(),
  /** ISO 3166. */
  country: z.string(),
  vatNumber: z.string(),
});
export type Billing = z.infer<typeof billingSchema>;

const invoiceSchema = z.object({
  order_id: z.uuid(),
  created_at: z.string(),
  days_until_due: z.int(),
  billing: z.union([billingSchema, z.strictObject({})]),
  invoice_id: z.string().nullable(),
  status: z.enum(["draft", "open", "paid", "void", "uncollectible"]),
  due_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  paid_pence: z.int(),
  /** Transferred and not used by the provider yet. */
  balance_pence: z.int(),
  ended_at: z.string().nullable(),
});
/** A row of `order_invoices`. Amounts in pence, times in ISO 8601. */
export type OrderInvoice = z.infer<typeof invoiceSchema>;

const saleSchema = z.object({
  id: z.uuid(),
  tier: z.enum(INVOICE_TIERS),
  seats: z.int(),
  subtotal_pence: z.int(),
  total_pence: z.int(),
  promotion_code_id: z.string().nullable(),
  email: z.string(),
  organization: z.string(),
  purchase_order: z.string(),
  customer_id: z.string().nullable(),
});
/** What an invoice is made of. */
export type InvoicedSale = z.infer<typeof saleSchema>;

/** The invoice of an order, or undefined for an order that is paid by card. */
export async function findInvoice(admin: Admin, orderId: string): Promise<OrderInvoice | undefined> {
  const columns = Object.keys(invoiceSchema.shape).join(", ");
  const { data, error } = await admin
    .from("order_invoices")
    .select(columns)
    .eq("order_id", orderId)
    .maybeSingle();
  if (error) throw new DatabaseError("order_invoices", error);
  return data === null ? undefined : invoiceSchema.parse(data);
}

export async function findSale(
  admin: Admin,
  by: { id: string } | { customer_id: string },
): Promise<InvoicedSale | undefined> {
  const columns = Object.keys(saleSchema.shape).join(", ");
  const { data, error } = await admin.from("orders").select(columns).match(by).maybeSingle();
  if (error) throw new DatabaseError("orders", error);
  return data === null ? undefined : saleSchema.safeParse(data).data;
}

export type RecordedInvoice = {
  customer_id?: string;
  invoice_id?: string;
  invoice_number?: string | null;
  invoice_url?: string | null;
  status?: string;
  due_at?: string | null;
  sent_at?: string;
  paid_pence?: number;
  balance_pence?: number;
};

/** Records what the provider says. Returns the order's state afterwards. */
export function recordInvoice(admin: Admin, orderId: string, invoice: RecordedInvoice): Promise<string> {
  return callDatabase(admin, "record_invoice", { p_order: orderId, p_invoice: invoice }, z.string());
}
