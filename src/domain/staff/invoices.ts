import * as z from "zod/mini";
import { MAX_EMAIL } from "../email.ts";
import { discountCodeField, emailField, lineField, requiredLineField } from "../fields.ts";

/** Orders that staff open and the buyer pays by invoice (docs/decisions/0086). */

/** An invoice is for an organisation: students pay by card. */
export const INVOICE_TIERS = ["ngo", "professional"] as const;
/** The days that staff can give a buyer to pay. */
export const DAYS_UNTIL_DUE = ["7", "14", "30", "60"] as const;
/** This many days after its due date an invoice of which nothing was paid is voided. */
export const WAIT_AFTER_DUE_DAYS = 30;
/** What the provider can print: a custom field of an invoice has at most 140 characters. */
const MAX_REFERENCE = 140;
const REASON_MAX_LENGTH = 500;

const tooLong = (max: number) => `Use at most ${max} characters`;
const required = (max: number, missing: string) => requiredLineField(max, { tooLong: tooLong(max), missing });
const optional = (max: number) => lineField(max, tooLong(max));
const reason = z
  .string()
  .check(z.trim(), z.minLength(1, "Please give a reason"), z.maxLength(REASON_MAX_LENGTH));

/** What the console's form and the function check alike. */
export const invoiceFieldsSchema = z.object({
  firstName: required(100, "First name is required"),
  lastName: required(100, "Last name is required"),
  email: emailField({ tooLong: tooLong(MAX_EMAIL), invalid: "Invalid email" }),
  organization: required(200, "Organisation is required"),
  line1: required(200, "Address is required"),
  line2: optional(200),
  city: required(100, "Town or city is required"),
  postalCode: optional(20),
  /** ISO 3166. */
  country: z.string().check(z.regex(/^[A-Z]{2}$/, "Please choose a country")),
  vatNumber: optional(40),
  purchaseOrder: optional(MAX_REFERENCE),
  tier: z.enum(INVOICE_TIERS, "Please choose a price"),
  daysUntilDue: z.enum(DAYS_UNTIL_DUE),
  discountCode: discountCodeField(50, tooLong(50)),
  /** The buyer accepts no form, so staff state that the terms were part of the offer. */
  termsSent: z.boolean().check(z.refine((sent) => sent, "Send the terms with the offer first")),
});

const orderId = z.uuid();
const attemptId = z.uuid();

/** POST `staff-invoice`, as staff. A repeat of the same order or attempt has no second effect. */
export const staffInvoiceRequestSchema = z.discriminatedUnion("action", [
  /** `orderId` is made by the browser. `pricePence` is the price before a discount code and VAT. */
  z.extend(invoiceFieldsSchema, {
    action: z.literal("open"),
    orderId,
    pricePence: z.int32().check(z.positive()),
    reason,
  }),
  /** Sends an invoice again, or finishes sending one after a crash. */
  z.object({ action: z.literal("send"), orderId, attemptId }),
  z.object({ action: z.literal("void"), orderId, attemptId, reason }),
]);
export type StaffInvoiceRequest = z.infer<typeof staffInvoiceRequestSchema>;

export const staffInvoiceReplySchema = z.strictObject({ success: z.literal(true) });
