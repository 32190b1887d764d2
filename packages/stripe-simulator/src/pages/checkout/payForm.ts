import { z } from "zod";
import { isEmail } from "../../api/params.ts";
import { type CardDetails, readCard } from "../../charges/cardDetails.ts";
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
/** What a form shows again: the typed values to keep, and why the last attempt failed. */
export type FormView = { typed: Typed; failure: string | null };

type Read<Card> = { typed: Typed; failure: string } | { typed: Typed; card: Card; buyer: Buyer };

export const nothingTyped: Typed = typedSchema.parse({});

const INCOMPLETE = "Please fill in every field. A card has a number and an expiry date such as 12 / 30.";

/** Reads the form as far as the session requires it. */
export function readPayForm(session: CheckoutSession, body: unknown): Read<CardDetails | null> {
  const typed = typedFields(body);
  const email = fixedEmail(session) ?? typed.email.trim();
  if (!isEmail(email)) return { typed, failure: "Your email is invalid." };
  if (!asksForCard(session)) return { typed, card: null, buyer: buyerOf(typed, email) };
  return readCardForm(typed, email);
}

/** Reads only the card and its holder, for a page that already knows the payer; `email` is the payer's. */
export function readCardForm(body: unknown, email: string): Read<CardDetails> {
  const typed = typedFields(body);
  const buyer = buyerOf(typed, email);
  const card = readCard(typed.cardNumber, typed.cardExpiry);
  return card && buyer.name && buyer.postalCode ? { typed, card, buyer } : { typed, failure: INCOMPLETE };
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

/** A free order needs no card, unless it is a subscription that will be charged later. */
export function asksForCard(session: CheckoutSession): boolean {
  return session.amount_total > 0 || session.payment_method_collection === "always";
}

/** The email set by the site; as with Stripe, the buyer cannot change it. */
export function fixedEmail(session: CheckoutSession): string | null {
  const known = session.customer_email !== null || session.customer !== null;
  return known ? (session.customer_details?.email ?? null) : null;
}
