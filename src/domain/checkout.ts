import { z } from "zod";
import type { PlannedPayment } from "./instalments.ts";
import { INSTALLMENT_MONTHS, TIERS } from "./plans.ts";

/** The forms and server functions of the checkout. Messages are the spec's exact texts. */

export const MAX_STUDENT_ID_BYTES = 5 * 1024 * 1024;

/** Line breaks and bidirectional controls could forge a line of an email that contains the text. */
const ONE_LINE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .regex(ONE_LINE, "Please use a single line of text");
const optionalText = (max: number) => line(max).default("");
const requiredText = (max: number, message: string) => line(max).min(1, message);
const firstName = requiredText(100, "First name is required");
const lastName = requiredText(100, "Last name is required");

const MAX_LOCAL_PART = 64;
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** RFC 5321 §4.5.3.1.1 and RFC 1035 §2.3.4. Auth servers reject undeliverable addresses, so the checkout must too. */
function isDeliverable(address: string): boolean {
  const [local = "", domain = ""] = address.split("@");
  return local.length <= MAX_LOCAL_PART && domain.split(".").every((label) => DOMAIN_LABEL.test(label));
}

const email = z
  .string()
  .trim()
  .max(255, "Please use at most 255 characters")
  .pipe(z.email("Invalid email").refine(isDeliverable, "Invalid email"));

/** A lookup key or a raw price id of the payment provider. */
const priceId = z.string().min(1, "A price is required").max(255);

/** The fields that follow each form's own first fields. */
const person = {
  firstName,
  lastName,
  email,
  phone: optionalText(20),
  country: optionalText(100),
  discountCode: optionalText(50),
};

export const studentFormSchema = z.object({
  university: requiredText(200, "University is required"),
  ...person,
});

export const ngoFormSchema = z.object({
  orgName: requiredText(200, "Organisation name is required"),
  ...person,
});

export const professionalFormSchema = z.object({
  company: requiredText(200, "Company name is required"),
  ...person,
  jobTitle: optionalText(200),
  /** Stored although the form has no input for it (spec §3). */
  billingAddress: optionalText(200),
});

/** Spec §7 as written. The last four fields are our optional additions. */
export const createCheckoutRequestSchema = z.object({
  firstName,
  lastName,
  email,
  phone: optionalText(20),
  country: optionalText(100),
  priceId,
  courseType: z.enum(TIERS),
  organization: optionalText(200),
  /** Trusted only if the bearer token confirms it. */
  isAuthenticated: z.boolean().default(false),
  userId: z.uuid().optional(),
  discountCode: optionalText(50),
  studentIdRef: z.string().max(200).optional(),
  termsAccepted: z.boolean().default(false),
  immediateSupply: z.boolean().default(false),
  reminderConsent: z.boolean().default(false),
});
export const createCheckoutReplySchema = z.object({
  url: z.url(),
  /** The id of the payment session, also in the buyer's return URL. It proves nothing. */
  sessionId: z.string(),
  /** Later proves that this browser made the order. Never the session id. */
  claimToken: z.string(),
});

/** A code is validated against the given fields. An incomplete email address counts as none. */
export const validateDiscountRequestSchema = z.object({
  code: requiredText(50, "Please enter a discount code"),
  priceId: priceId.optional(),
  email: line(255).optional(),
});
export const validateDiscountReplySchema = z.object({
  valid: z.boolean(),
  percentOff: z.number().optional(),
  /** In pence, for one payment: each of three for the 3-month plan. */
  amountOff: z.int().optional(),
  error: z.string().optional(),
});

export const verifyPaymentRequestSchema = z.object({ sessionId: z.string().min(1).max(255) });
const successReplySchema = z.object({ success: z.boolean(), error: z.string().optional() });
const plannedPaymentSchema: z.ZodType<PlannedPayment> = z.object({
  number: z.int().min(1).max(INSTALLMENT_MONTHS),
  /** ISO 8601. */
  dueAt: z.string(),
  amountPence: z.int().min(0),
  status: z.enum(["paid", "due", "failed"]),
});
/**
 * The additional fields are sent only on success: the amount paid immediately, `plan` for a 3-month plan, `email`
 * masked.
 */
export const verifyPaymentReplySchema = successReplySchema.extend({
  plan: z.object({ payments: z.array(plannedPaymentSchema) }).optional(),
  email: z.string().optional(),
  paidPence: z.int().min(0).optional(),
});

/** The token returned together with the payment page's URL. */
const claimToken = z.string().min(1).max(200);
export const correctOrderEmailRequestSchema = z.object({ claimToken, email });
export const correctOrderEmailReplySchema = successReplySchema;
export const resendCredentialsRequestSchema = z.object({ claimToken });
export const resendCredentialsReplySchema = successReplySchema;

/** A return path on this site. */
export const billingPortalRequestSchema = z.object({
  returnPath: z
    .string()
    .regex(/^\/(?![\\/])[^\\\s]*$/, "The way back must be a path of this site")
    .max(500)
    .optional(),
});
export const billingPortalReplySchema = z.object({ url: z.url() });

/** The body is multipart: `file` and `university`. */
export const uploadStudentIdReplySchema = z.object({ ref: z.string() });
