import type Stripe from "stripe";
import { z } from "zod";
import type { PaperRequest } from "../../src/domain/sales/checkout.ts";
import { DatabaseError } from "../_shared/database.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import type { Call } from "../_shared/http/serve.ts";

const PAYMENT = "invoice_id, orders!inner(user_id, is_owner_proven)";
const paymentSchema = z.object({
  invoice_id: z.string().nullable(),
  orders: z.object({ user_id: z.uuid().nullable(), is_owner_proven: z.boolean() }),
});

/** The invoiced payment of the user's own order that a paper is about. Throws a 404 Refusal if there is none. */
export async function ownPayment(
  { admin }: Call,
  userId: string,
  { kind, id }: PaperRequest,
): Promise<{ invoiceId: string; isOwnerProven: boolean }> {
  if (kind !== "credit_note" && !z.uuid().safeParse(id).success) throw notFound();
  const { data, error } =
    kind === "credit_note"
      ? await admin.from("credit_notes").select(`order_payments!inner(${PAYMENT})`).eq("id", id).maybeSingle()
      : await admin.from("order_payments").select(PAYMENT).eq("id", id).maybeSingle();
  if (error) throw new DatabaseError("order_payments", error);
  if (data === null) throw notFound();
  const payment = paymentSchema.parse("order_payments" in data ? data.order_payments : data);
  if (payment.orders.user_id !== userId || payment.invoice_id === null) throw notFound();
  return { invoiceId: payment.invoice_id, isOwnerProven: payment.orders.is_owner_proven };
}

/** A fresh link to the provider's copy, which expires after some weeks. */
export async function paperUrl(
  stripe: Stripe,
  { kind, id }: PaperRequest,
  invoiceId: string,
): Promise<string> {
  const url =
    kind === "credit_note"
      ? (await stripe.creditNotes.retrieve(id)).pdf
      : (await stripe.invoices.retrieve(invoiceId))[
          kind === "invoice" ? "hosted_invoice_url" : "invoice_pdf"
        ];
  if (!url) throw notFound();
  return url;
}

function notFound(): Refusal {
  return new Refusal(404, "not_found", "There is no such document on this account.");
}
