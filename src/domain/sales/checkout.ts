import * as z from "zod/mini";
import { emailAddress, MAX_EMAIL } from "../email.ts";
import { discountCodeField, emailField, line, phoneField, requiredText, tooLong } from "../fields.ts";
import type { PlannedPayment } from "./instalments.ts";
import { INSTALLMENT_MONTHS, TIERS, type Tier } from "./plans.ts";

/** The forms and server functions of the checkout. Messages are the spec's exact texts. */

export const MAX_STUDENT_ID_BYTES = 5 * 1024 * 1024;

const optionalText = (label: string, max: number) => z._default(line(label, max), "");
const firstName = requiredText("First name", 100);
const lastName = requiredText("Last name", 100);

const email = emailField({ tooLong: tooLong("Email", MAX_EMAIL), invalid: "Invalid email" });
const typedCode = discountCodeField(50, tooLong("Discount code", 50));
const discountCode = z._default(typedCode, "");
const phone = z._default(phoneField(20, tooLong("Phone", 20)), "");

/** A lookup key or a raw price id of the payment provider. */
const priceId = z.string().check(z.minLength(1, "A price is required"), z.maxLength(255));

/** The fields that follow each form's own first fields. */
const person = {
  firstName,
  lastName,
  email,
  phone,
  country: optionalText("Country", 100),
  discountCode,
};

const MISSING_ORGANISATION = {
  student: null,
  ngo: "Organisation name is required",
  professional: "Company name is required",
} satisfies Record<Tier, string | null>;

export const studentFormSchema = z.object({
  university: requiredText("University", 200),
  ...person,
});

export const ngoFormSchema = z.object({
  orgName: requiredText("Organisation name", 200, MISSING_ORGANISATION.ngo),
  ...person,
});

export const professionalFormSchema = z.object({
  company: requiredText("Company name", 200, MISSING_ORGANISATION.professional),
  ...person,
  jobTitle: optionalText("Job title", 200),
  /** Stored although the form does not ask for it (spec §3). */
  billingAddress: optionalText("Billing address", 200),
});

/** Shown by the page too. */
export const CONSENTS_MISSING = "Please accept the terms and request immediate access";
/** A caller who knows only the specification does not send it. Nobody can order by refusing it. */
const consent = z.optional(z.boolean().check(z.refine((given) => given, CONSENTS_MISSING)));

/** Spec §7 as written. The last four fields are our optional additions. */
const checkoutFields = z.object({
  firstName,
  lastName,
  email,
  phone,
  country: optionalText("Country", 100),
  priceId,
  courseType: z.enum(TIERS),
  organization: optionalText("Organisation", 200),
  /** Trusted only if the bearer token confirms it. */
  isAuthenticated: z._default(z.boolean(), false),
  userId: z.optional(z.uuid()),
  discountCode,
  studentIdRef: z.optional(z.string().check(z.maxLength(200))),
  termsAccepted: consent,
  immediateSupply: consent,
  reminderConsent: z._default(z.boolean(), false),
});
export const createCheckoutRequestSchema = checkoutFields.check(
  z.superRefine(({ courseType, organization }, context) => {
    const message = MISSING_ORGANISATION[courseType];
    if (message === null || organization !== "") return;
    context.addIssue({ code: "custom", path: ["organization"], message });
  }),
);
export const createCheckoutReplySchema = z.object({
  url: z.url(),
  /** The id of the payment session. It is also in the buyer's return URL, so it does not prove who placed the order. */
  sessionId: z.string(),
  /** Proves later that this browser placed the order. Never use the session id for that. */
  claimToken: z.string(),
});

/** A code is validated for the given fields. An incomplete email address counts as none. */
export const validateDiscountRequestSchema = z.object({
  code: typedCode.check(z.minLength(1, "Please enter a discount code")),
  priceId: z.optional(priceId),
  email: z.optional(
    z.pipe(
      line("Email", MAX_EMAIL),
      z.transform((typed: string) => emailAddress(typed) ?? ""),
    ),
  ),
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

/** An invoice by the id of its payment, or a credit note by its own. */
const paperSchema = z.object({
  kind: z.enum(["invoice", "invoice_pdf", "credit_note"]),
  id: z.string().check(z.regex(/^[\w-]{1,255}$/)),
});
export type PaperRequest = z.infer<typeof paperSchema>;

/** A return path on this site, or a paper to open. */
export const billingPortalRequestSchema = z.object({
  paper: z.optional(paperSchema),
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

/** The body of the request is the image. */
export const uploadStudentIdReplySchema = z.object({ ref: z.string() });
