import { emit } from "../../webhooks/emit.ts";
import type { World } from "../../world.ts";
import { type Invoice, invoices } from "./invoice.ts";

/** Ends the collection of an invoice: it was issued in error ("void"), or payment is no longer expected. */
export function closeInvoice(world: World, invoice: Invoice, status: "void" | "uncollectible"): Invoice {
  const field = status === "void" ? "voided_at" : "marked_uncollectible_at";
  const closed = world.store.put(invoices, {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status,
    status_transitions: { ...invoice.status_transitions, [field]: world.now() },
  });
  emit(world, status === "void" ? "invoice.voided" : "invoice.marked_uncollectible", closed);
  return closed;
}
