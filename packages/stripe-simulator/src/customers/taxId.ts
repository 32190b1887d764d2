import type Stripe from "stripe";
import { badRequest } from "../api/apiError.ts";
import { newId } from "../api/ids.ts";
import type { Kind, Stored, WithoutNulls } from "../api/kind.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";

export type TaxId = Stored<
  WithoutNulls<Omit<Stripe.TaxId, "deleted">>,
  { customer: string; owner: { customer: string; type: "customer" } }
>;

export const taxIds: Kind<TaxId> = { object: "tax_id", expandable: ["customer"] };

/** A tax ID as checkout sessions and invoices show it. */
export type ShownTaxId = { type: string; value: string };

/** The prefixes of VAT numbers in the European Union, with Greece's own (EL) and Northern Ireland's (XI). */
const EU = "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI".split(" ");

type Format = readonly [type: string, pattern: RegExp, example: string];

/** What follows the prefix differs by country; here it is only as long as any of them. */
function euFormat(prefix: string): Format {
  return ["eu_vat", new RegExp(`^${prefix}(?=.*\\d)[A-Z\\d+*]{8,12}$`), `${prefix}123456789`];
}

/** By country, outside the European Union; the numbers are without punctuation. */
const FORMATS: { readonly [country: string]: readonly Format[] } = {
  CH: [["ch_vat", /^CHE\d{9}(MWST|TVA|IVA)$/, "CHE-123.456.789 MWST"]],
  GB: [["gb_vat", /^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/, "GB123456789"], euFormat("XI")],
};

/** The formats that Checkout accepts in a country; none where it does not ask for a tax ID. */
function formatsIn(country: string): readonly Format[] {
  const prefix = country === "GR" ? "EL" : country;
  return FORMATS[country] ?? (EU.includes(prefix) ? [euFormat(prefix)] : []);
}

export function asksForTaxId(country: string): boolean {
  return formatsIn(country).length > 0;
}

function withoutPunctuation(typed: string): string {
  return typed.toUpperCase().replace(/[\s.\-–/]/g, "");
}

/** Reads a number that a buyer typed in any spelling, or returns the reason why its format is wrong. */
export function readTaxId(country: string, typed: string): ShownTaxId | { failure: string } {
  const value = withoutPunctuation(typed);
  const formats = formatsIn(country);
  const match = formats.find(([, pattern]) => pattern.test(value));
  if (match) return { type: match[0], value };
  const example = formats[0]?.[2];
  return {
    failure: example
      ? `Your tax ID is invalid. Enter it as in this example: ${example}.`
      : "Tax IDs are not collected in your country. Leave that field empty.",
  };
}

/** Adds a tax ID to a customer. Throws for a value that its type does not allow. */
export function addTaxId(world: World, { type, value }: ShownTaxId, customer: string): TaxId {
  const clean = withoutPunctuation(value);
  const formats = [...Object.values(FORMATS).flat(), ...EU.map(euFormat)];
  if (!formats.some(([each, pattern]) => each === type && pattern.test(clean))) {
    throw badRequest(`Invalid value for ${type}.`, { code: "tax_id_invalid", param: "value" });
  }
  const country = type === "eu_vat" ? clean.slice(0, 2).replace("EL", "GR") : type.slice(0, 2).toUpperCase();
  const taxId = world.store.put(taxIds, {
    id: newId("txi"),
    object: "tax_id",
    country: country === "XI" ? "GB" : country,
    created: world.now(),
    customer,
    customer_account: null,
    livemode: false,
    owner: { customer, type: "customer" },
    type,
    value: clean,
    verification: { status: "unavailable", verified_address: null, verified_name: null },
  });
  emit(world, "customer.tax_id.created", taxId);
  return taxId;
}

/** Oldest first, as on an invoice. */
export function taxIdsOf({ store }: Pick<World, "store">, customer: string): ShownTaxId[] {
  const mine = store.all(taxIds).filter((each) => each.customer === customer);
  return mine.reverse().map(({ type, value }) => ({ type, value }));
}
