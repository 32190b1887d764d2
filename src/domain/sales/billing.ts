import * as z from "zod/mini";
import { lineField, requiredLineField } from "../fields.ts";

/** What organisations state for an invoice. */

/** An invoice is for an organisation: students pay by card. */
export const INVOICE_TIERS = ["ngo", "professional"] as const;
export type InvoiceTier = (typeof INVOICE_TIERS)[number];
/** What the provider can print: a custom field of an invoice has at most 140 characters. */
const MAX_REFERENCE = 140;

export const tooLong = (max: number) => `Use at most ${max} characters`;
export const required = (max: number, missing: string) =>
  requiredLineField(max, { tooLong: tooLong(max), missing });
const optional = (max: number) => lineField(max, tooLong(max));

export const purchaseOrder = optional(MAX_REFERENCE);

export const billingFields = {
  line1: required(200, "Address is required"),
  line2: optional(200),
  city: required(100, "Town or city is required"),
  postalCode: optional(20),
  /** ISO 3166. */
  country: z.string().check(z.regex(/^[A-Z]{2}$/, "Please choose a country")),
  vatNumber: optional(40),
};
