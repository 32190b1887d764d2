import { z } from "zod";
import { TIERS } from "./plans.ts";

/** The forms and function calls of the checkout. Messages are the spec's exact texts. */

export const MAX_STUDENT_ID_BYTES = 5 * 1024 * 1024;

const optionalText = (max: number) => z.string().trim().max(max).default("");
const firstName = z.string().trim().min(1, "First name is required").max(100);
const lastName = z.string().trim().min(1, "Last name is required").max(100);
const email = z.string().trim().max(255).pipe(z.email("Invalid email"));

export const studentFormSchema = z.object({
  university: z.string().trim().min(1, "University is required").max(200),
  firstName,
  lastName,
  email,
  phone: optionalText(20),
  country: optionalText(100),
  discountCode: optionalText(50),
});
export type StudentForm = z.input<typeof studentFormSchema>;

/** Spec §7 as written; the last four are the optional extras. */
export const createCheckoutRequestSchema = z.object({
  firstName,
  lastName,
  email,
  phone: optionalText(20),
  country: optionalText(100),
  /** A lookup key or a raw price id of the payment provider. */
  priceId: z.string().min(1, "A price is required").max(255),
  courseType: z.enum(TIERS),
  organization: optionalText(200),
  /** Believed only when the bearer token says so. */
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
  /** Proves later, from this browser only, that it made the order. Never the session id. */
  claimToken: z.string(),
});

export const verifyPaymentRequestSchema = z.object({ sessionId: z.string().min(1).max(255) });
export const verifyPaymentReplySchema = z.object({ success: z.boolean(), error: z.string().optional() });

/** The body is multipart: `file` and `university`. */
export const uploadStudentIdReplySchema = z.object({ ref: z.string() });
