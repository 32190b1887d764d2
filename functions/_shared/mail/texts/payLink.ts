import type { Payment } from "../../payments/plan/instalments.ts";
import type { Block } from "../layout.ts";

/** The provider's page for a payment that is open. */
export function payLink(label: string, payment: Payment): Block[] {
  return payment.invoice_url ? [{ kind: "link", label, url: payment.invoice_url }] : [];
}
