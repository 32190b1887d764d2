import { z } from "zod";
import { isEmail } from "../../api/params.ts";
import { type CardDetails, checkCvc, checkExpiry, checkNumber } from "../../charges/cardDetails.ts";
import type { Buyer } from "../../checkout/complete.ts";
import type { CheckoutSession } from "../../checkout/objects.ts";

const MAX_CHARACTERS = 512;
const field = z.string().max(MAX_CHARACTERS).default("");

/** The fields of the payment page, named as on Stripe's own. */
const typedSchema = z.object({
  email: field,
  cardNumber: field,
  cardExpiry: field,
  cardCvc: field,
  billingName: field,
  billingPostalCode: field,
});

export type Typed = z.output<typeof typedSchema>;
export type FieldErrors = { [name in keyof Typed]?: string };

type Faulty = { typed: Typed; errors: FieldErrors };
type Read<Card> = Faulty | { typed: Typed; card: Card; buyer: Buyer };

export const nothingTyped: Typed = typedSchema.parse({});

/** Validates the form against what the session requires. The messages are Stripe's where Stripe has one. */
export function readPayForm(session: CheckoutSession, body: unknown, now: Date): Read<CardDetails | null> {
  const typed = typedFields(body);
  const errors: FieldErrors = {};
  const email = fixedEmail(session) ?? typed.email.trim();
  if (!email) errors.email = "Your email is incomplete.";
  else if (!isEmail(email)) errors.email = "Your email is invalid.";
  const card = asksForCard(session) ? readCard(typed, errors, now) : null;
  if (Object.keys(errors).length > 0) return { typed, errors };
  return { typed, card, buyer: buyerOf(typed, email) };
}

/** Validates only the card and its holder, for a page that already knows the payer; `email` is the payer's. */
export function readCardForm(body: unknown, now: Date, email: string): Read<CardDetails> {
  const typed = typedFields(body);
  const errors: FieldErrors = {};
  const card = readCard(typed, errors, now);
  if (!card || Object.keys(errors).length > 0) return { typed, errors };
  return { typed, card, buyer: buyerOf(typed, email) };
}

function typedFields(body: unknown): Typed {
  const parsed = typedSchema.safeParse(body);
  return parsed.success ? parsed.data : nothingTyped;
}

function buyerOf(typed: Typed, email: string): Buyer {
  return {
    email,
    name: typed.billingName.trim() || null,
    postalCode: typed.billingPostalCode.trim() || null,
  };
}

function readCard(typed: Typed, errors: FieldErrors, now: Date): CardDetails | null {
  const number = checkNumber(typed.cardNumber);
  const expiry = checkExpiry(typed.cardExpiry, now);
  const cvc = checkCvc(typed.cardCvc, "value" in number ? number.value : "");
  if ("error" in number) errors.cardNumber = number.error;
  if ("error" in expiry) errors.cardExpiry = expiry.error;
  if ("error" in cvc) errors.cardCvc = cvc.error;
  if (!typed.billingName.trim()) errors.billingName = "Please provide your full name.";
  if (!typed.billingPostalCode.trim()) errors.billingPostalCode = "Your postcode is incomplete.";
  if ("error" in number || "error" in expiry || "error" in cvc) return null;
  return {
    number: number.value,
    expMonth: expiry.value.month,
    expYear: expiry.value.year,
    cvc: cvc.value,
  };
}

/** A free order needs no card, unless it is a subscription that will be charged later. */
export function asksForCard(session: CheckoutSession): boolean {
  return session.amount_total > 0 || session.payment_method_collection === "always";
}

/** The email set by the site; as with Stripe, the buyer cannot change it. */
export function fixedEmail(session: CheckoutSession): string | null {
  const known = session.customer_email !== null || session.customer !== null;
  return known ? (session.customer_details?.email ?? null) : null;
}
