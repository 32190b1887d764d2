import { z } from "zod";
import { isEmail } from "../../api/params.ts";
import { type CardDetails, readCard } from "../../charges/cardDetails.ts";
import type { Buyer, CheckoutSession } from "../../checkout/objects.ts";
import { NO_ADDRESS } from "../../customers/customer.ts";
import { asksForTaxId, readTaxId } from "../../customers/taxId.ts";

const MAX_CHARACTERS = 512;
const field = z.string().max(MAX_CHARACTERS).default("");

/** The fields of the payment page, named as on Stripe's own. A custom field has its key after `CUSTOM`. */
const typedSchema = z
  .object({
    email: field,
    cardNumber: field,
    cardExpiry: field,
    cardCvc: field,
    billingName: field,
    billingCountry: field,
    billingAddressLine1: field,
    billingAddressLine2: field,
    billingLocality: field,
    billingAdministrativeArea: field,
    billingPostalCode: field,
    isBusiness: field,
    businessName: field,
    taxId: field,
  })
  .catchall(z.string().max(MAX_CHARACTERS));

export const CUSTOM = "custom-";

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
  const buyer = { ...buyerOf(typed, email), ...business(session, typed), ...customFields(session, typed) };
  const failure =
    addressFailure(session, buyer) ?? businessFailure(session, typed, buyer) ?? customFailure(session, buyer);
  if (failure) return { typed, failure };
  if (!asksForCard(session)) return { typed, card: null, buyer };
  const card = readCard(typed.cardNumber, typed.cardExpiry);
  const isComplete = card && buyer.name && (buyer.address.postal_code || asksForAddress(session));
  return isComplete ? { typed, card, buyer } : { typed, failure: INCOMPLETE };
}

/** Reads only the card and its holder, for a page that already knows the payer; `email` is the payer's. */
export function readCardForm(body: unknown, email: string): Read<CardDetails> {
  const typed = typedFields(body);
  const buyer = buyerOf(typed, email);
  const card = readCard(typed.cardNumber, typed.cardExpiry);
  return card && buyer.name && buyer.address.postal_code
    ? { typed, card, buyer }
    : { typed, failure: INCOMPLETE };
}

function typedFields(body: unknown): Typed {
  const parsed = typedSchema.safeParse(body);
  return parsed.success ? parsed.data : nothingTyped;
}

/** Without an address, buyers are asked for a postcode but not for a country: the site sells in the United Kingdom. */
const COUNTRY = "GB";

function buyerOf(typed: Typed, email: string): Buyer {
  const orNull = (text: string) => text.trim() || null;
  const postalCode = orNull(typed.billingPostalCode);
  const country = orNull(typed.billingCountry) ?? (postalCode ? COUNTRY : null);
  return {
    email,
    name: orNull(typed.billingName),
    address: {
      ...NO_ADDRESS,
      city: orNull(typed.billingLocality),
      country,
      line1: orNull(typed.billingAddressLine1),
      line2: orNull(typed.billingAddressLine2),
      postal_code: postalCode,
      state: orNull(typed.billingAdministrativeArea),
    },
    businessName: null,
    taxId: null,
    customFields: {},
  };
}

/** A tax ID can be collected only where the buyer's country is known, so the page then asks for the whole address. */
export function asksForAddress(session: CheckoutSession): boolean {
  return session.billing_address_collection === "required" || session.tax_id_collection.enabled;
}

const NEEDS_POSTCODE = ["AU", "CA", "DE", "FR", "GB", "IT", "ES", "NL", "US"];

function addressFailure(session: CheckoutSession, { name, address }: Buyer): string | null {
  if (!asksForAddress(session)) return null;
  const { country, line1, city, postal_code: postcode } = address;
  if (country && !countries.has(country)) return "Your country is invalid.";
  const isComplete = name && country && line1 && city && (postcode || !NEEDS_POSTCODE.includes(country));
  return isComplete ? null : "Your billing address is incomplete.";
}

function isBusiness({ tax_id_collection: collected }: CheckoutSession, typed: Typed): boolean {
  return collected.enabled && typed.isBusiness !== "";
}

function business(session: CheckoutSession, typed: Typed): Pick<Buyer, "businessName" | "taxId"> {
  const asked = session.name_collection.business.enabled || isBusiness(session, typed);
  const read =
    isBusiness(session, typed) && typed.taxId.trim() ? readTaxId(typed.billingCountry, typed.taxId) : null;
  return {
    businessName: (asked && typed.businessName.trim()) || null,
    taxId: read && "type" in read ? read : null,
  };
}

function businessFailure(session: CheckoutSession, typed: Typed, buyer: Buyer): string | null {
  const { business: firm } = session.name_collection;
  const asksForFirm =
    (firm.enabled && !firm.optional) || (isBusiness(session, typed) && asksForTaxId(typed.billingCountry));
  if (asksForFirm && !buyer.businessName) return "Your business name is incomplete.";
  if (!isBusiness(session, typed) || buyer.taxId) return null;
  if (typed.taxId.trim() === "" && !asksForTaxId(typed.billingCountry)) return null;
  if (typed.taxId.trim() === "") return "Your tax ID is incomplete.";
  const read = readTaxId(typed.billingCountry, typed.taxId);
  return "failure" in read ? read.failure : null;
}

function customFields({ custom_fields: fields }: CheckoutSession, typed: Typed): Pick<Buyer, "customFields"> {
  const values = fields.map(({ key }): [string, string] => [key, (typed[CUSTOM + key] ?? "").trim()]);
  return { customFields: Object.fromEntries(values.filter(([, value]) => value !== "")) };
}

function customFailure({ custom_fields: fields }: CheckoutSession, buyer: Buyer): string | null {
  for (const { key, label, optional, text } of fields) {
    const value = buyer.customFields[key] ?? "";
    if (value === "" && optional) continue;
    const most = text.maximum_length ?? 255;
    if (value.length > most) return `${label.custom}: use at most ${most} characters.`;
    if (value === "") return `${label.custom} is incomplete.`;
  }
  return null;
}

const REGION = new Intl.DisplayNames("en-GB", { type: "region", fallback: "none" });
/** Codes that have a name but are no countries with addresses. */
const NO_COUNTRIES = ["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"];

/** Names of countries by code, in the order of their names. */
export const countries: ReadonlyMap<string, string> = new Map(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    .flatMap((first) => [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((second) => first + second))
    // Codes of former countries are aliases of today's.
    .filter((code) => !NO_COUNTRIES.includes(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((code): [string, string][] => (REGION.of(code) ? [[code, REGION.of(code) ?? code]] : []))
    .sort(([, a], [, b]) => a.localeCompare(b, "en-GB")),
);

/** A free order needs no card, unless it is a subscription that will be charged later. */
export function asksForCard(session: CheckoutSession): boolean {
  return session.amount_total > 0 || session.payment_method_collection === "always";
}

/** The email set by the site; as with Stripe, the buyer cannot change it. */
export function fixedEmail(session: CheckoutSession): string | null {
  return session.customer_email ?? null;
}
