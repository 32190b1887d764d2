/** The evidence that a business can submit. Each field is an optional string: for a file, its id. */
export const EVIDENCE_FIELDS = [
  "access_activity_log",
  "billing_address",
  "cancellation_policy",
  "cancellation_policy_disclosure",
  "cancellation_rebuttal",
  "customer_communication",
  "customer_email_address",
  "customer_name",
  "customer_purchase_ip",
  "customer_signature",
  "duplicate_charge_documentation",
  "duplicate_charge_explanation",
  "duplicate_charge_id",
  "product_description",
  "receipt",
  "refund_policy",
  "refund_policy_disclosure",
  "refund_refusal_explanation",
  "service_date",
  "service_documentation",
  "shipping_address",
  "shipping_carrier",
  "shipping_date",
  "shipping_documentation",
  "shipping_tracking_number",
  "uncategorized_file",
  "uncategorized_text",
] as const;

export const NO_EVIDENCE: { [name: string]: string | object | null } = {
  ...Object.fromEntries(EVIDENCE_FIELDS.map((name) => [name, null])),
  enhanced_evidence: {},
};

/** In test mode these texts decide a dispute as soon as they are submitted (docs.stripe.com/testing#disputes). */
export function decisionOf(text: unknown): "won" | "lost" | null {
  if (text === "winning_evidence") return "won";
  return text === "losing_evidence" ? "lost" : null;
}
