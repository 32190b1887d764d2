import * as z from "zod/mini";
import type { PlannedPayment } from "./instalments.ts";
import { INSTALLMENT_MONTHS, TIERS } from "./plans.ts";

/** The forms and server functions of the checkout. Messages are the spec's exact texts. */

export const MAX_STUDENT_ID_BYTES = 5 * 1024 * 1024;

/** Line breaks and bidirectional controls could forge a line of an email that contains the text. */
const ONE_LINE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;

/** The messages name the field, because they are also shown as toasts. */
const line = (label: string, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(max, `${label} must be at most ${max} characters`),
      z.regex(ONE_LINE, `${label} must be a single line of text`),
    );
const optionalText = (label: string, max: number) => z._default(line(label, max), "");
const requiredText = (label: string, max: number, missing = `${label} is required`) =>
  line(label, max).check(z.minLength(1, missing));
const firstName = requiredText("First name", 100);
const lastName = requiredText("Last name", 100);

const MAX_LOCAL_PART = 64;
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** RFC 5321 §4.5.3.1.1 and RFC 1035 §2.3.4. Auth servers reject undeliverable addresses, so the checkout must too. */
function isDeliverable(address: string): boolean {
  const [local = "", domain = ""] = address.split("@");
  return local.length <= MAX_LOCAL_PART && domain.split(".").every((label) => DOMAIN_LABEL.test(label));
}

const email = z.pipe(
  z.string().check(z.trim(), z.maxLength(255, "Email must be at most 255 characters")),
  z.email("Invalid email").check(z.refine(isDeliverable, "Invalid email")),
);

/** A lookup key or a raw price id of the payment provider. */
const priceId = z.string().check(z.minLength(1, "A price is required"), z.maxLength(255));

/** The fields that follow each form's own first fields. */
const person = {
  firstName,
  lastName,
  email,
  phone: optionalText("Phone", 20),
  country: optionalText("Country", 100),
  discountCode: optionalText("Discount code", 50),
};

export const studentFormSchema = z.object({
  university: requiredText("University", 200),
  ...person,
});

export const ngoFormSchema = z.object({
  orgName: requiredText("Organisation name", 200),
  ...person,
});

export const professionalFormSchema = z.object({
  company: requiredText("Company name", 200),
  ...person,
  jobTitle: optionalText("Job title", 200),
  /** Stored although the form does not ask for it (spec §3). */
  billingAddress: optionalText("Billing address", 200),
});

/** Spec §7 as written. The last four fields are our optional additions. */
export const createCheckoutRequestSchema = z.object({
  firstName,
  lastName,
  email,
  phone: optionalText("Phone", 20),
  country: optionalText("Country", 100),
  priceId,
  courseType: z.enum(TIERS),
  organization: optionalText("Organisation", 200),
  /** Trusted only if the bearer token confirms it. */
  isAuthenticated: z._default(z.boolean(), false),
  userId: z.optional(z.uuid()),
  discountCode: optionalText("Discount code", 50),
  studentIdRef: z.optional(z.string().check(z.maxLength(200))),
  termsAccepted: z._default(z.boolean(), false),
  immediateSupply: z._default(z.boolean(), false),
  reminderConsent: z._default(z.boolean(), false),
});
export const createCheckoutReplySchema = z.object({
  url: z.url(),
  /** The id of the payment session. It is also in the buyer's return URL, so it does not prove who placed the order. */
  sessionId: z.string(),
  /** Proves later that this browser placed the order. Never use the session id for that. */
  claimToken: z.string(),
});

/** A code is validated for the given fields. An incomplete email address counts as none. */
export const validateDiscountRequestSchema = z.object({
  code: requiredText("Discount code", 50, "Please enter a discount code"),
  priceId: z.optional(priceId),
  email: z.optional(line("Email", 255)),
});
export const validateDiscountReplySchema = z.object({
  valid: z.boolean(),
  percentOff: z.optional(z.number()),
  /** In pence, for one payment: each of three for the 3-month plan. */
  amountOff: z.optional(z.int()),
  error: z.optional(z.string()),
});

export const verifyPaymentRequestSchema = z.object({
  sessionId: z.string().check(z.minLength(1), z.maxLength(255)),
});
const successReplySchema = z.object({ success: z.boolean(), error: z.optional(z.string()) });
const plannedPaymentSchema: z.ZodMiniType<PlannedPayment> = z.object({
  number: z.int().check(z.minimum(1), z.maximum(INSTALLMENT_MONTHS)),
  /** ISO 8601. */
  dueAt: z.string(),
  amountPence: z.int().check(z.minimum(0)),
  status: z.enum(["paid", "due", "failed"]),
});
/**
 * All additional fields but `isPending` are sent only on success: the amount paid immediately, `plan` for a 3-month plan, `email`
 * masked.
 */
export const verifyPaymentReplySchema = z.extend(successReplySchema, {
  plan: z.optional(z.object({ payments: z.array(plannedPaymentSchema) })),
  email: z.optional(z.string()),
  paidPence: z.optional(z.int().check(z.minimum(0))),
  /** The buyer has nothing left to do, but the bank has not paid yet. */
  isPending: z.optional(z.boolean()),
});

/** The token returned together with the payment page's URL. */
const claimToken = z.string().check(z.minLength(1), z.maxLength(200));
export const correctOrderEmailRequestSchema = z.object({ claimToken, email });
export const correctOrderEmailReplySchema = successReplySchema;
export const resendCredentialsRequestSchema = z.object({ claimToken });
export const resendCredentialsReplySchema = successReplySchema;

/** A return path on this site. */
export const billingPortalRequestSchema = z.object({
  returnPath: z.optional(
    z
      .string()
      .check(
        z.regex(/^\/(?![\\/])[^\\\s]*$/, "The return path must be a path on this site"),
        z.maxLength(500),
      ),
  ),
});
export const billingPortalReplySchema = z.object({ url: z.url() });

/** The body is multipart: `file` and `university`. */
export const uploadStudentIdReplySchema = z.object({ ref: z.string() });
