import type { Payment } from "../../payments/plan/instalments.ts";
import type { Block } from "../layout.ts";

/** A link to the payment provider's page for an open payment. */
export function payLink(label: string, payment: Payment): Block[] {
  return payment.invoice_url ? [{ kind: "link", label, url: payment.invoice_url }] : [];
}
