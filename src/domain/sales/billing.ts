import * as z from "zod/mini";
import { line, requiredText } from "../fields.ts";

/** What organisations state for an invoice. */

/** An invoice is for an organisation: students pay by card. */
export const INVOICE_TIERS = ["ngo", "professional"] as const;
export type InvoiceTier = (typeof INVOICE_TIERS)[number];
/** What the provider can print: a custom field of an invoice has at most 140 characters. */
const MAX_REFERENCE = 140;

export const purchaseOrder = line("Purchase order number", MAX_REFERENCE);

export const billingFields = {
  line1: requiredText("Address", 200),
  line2: line("Second line of the address", 200),
  city: requiredText("Town or city", 100),
  postalCode: line("Postcode", 20),
  /** ISO 3166. */
  country: z.string().check(z.regex(/^[A-Z]{2}$/, "Please choose a country")),
  vatNumber: line("VAT number", 40),
};
