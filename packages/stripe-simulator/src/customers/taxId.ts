import type Stripe from "stripe";
import { badRequest } from "../api/apiError.ts";
import { newId } from "../api/ids.ts";
import type { Kind, Stored, WithoutNulls } from "../api/kind.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { customers } from "./customer.ts";

/** `owner` is a customer, or "self" for the account. */
export type TaxId = Stored<
  WithoutNulls<Omit<Stripe.TaxId, "deleted">>,
  { customer: string | null; owner: { customer?: string; type: "customer" | "self" } }
>;

export const taxIds: Kind<TaxId> = { object: "tax_id", expandable: ["customer"] };

/** A tax ID as checkout sessions and invoices show it. */
export type ShownTaxId = { type: string; value: string };

/** What follows the country's prefix in a VAT number of the European Union (docs.stripe.com/billing/customer/tax-ids). */
const EU_VAT: { readonly [prefix: string]: string } = {
  AT: "U\\d{8}",
  BE: "[01]\\d{9}",
  BG: "\\d{9,10}",
  CY: "\\d{8}[A-Z]",
  CZ: "\\d{8,10}",
  DE: "\\d{9}",
  DK: "\\d{8}",
  EE: "\\d{9}",
  EL: "\\d{9}",
  ES: "[A-Z\\d]\\d{7}[A-Z\\d]",
  FI: "\\d{8}",
  FR: "[A-Z\\d]{2}\\d{9}",
  HR: "\\d{11}",
  HU: "\\d{8}",
  IE: "(\\d{7}[A-Z]{1,2}|\\d[A-Z+*]\\d{5}[A-Z])",
  IT: "\\d{11}",
  LT: "(\\d{9}|\\d{12})",
  LU: "\\d{8}",
  LV: "\\d{11}",
  MT: "\\d{8}",
  NL: "\\d{9}B\\d{2}",
  PL: "\\d{10}",
  PT: "\\d{9}",
  RO: "\\d{2,10}",
  SE: "\\d{12}",
  SI: "\\d{8}",
  SK: "\\d{10}",
  XI: "(\\d{9}|\\d{12})",
};

type Format = readonly [type: string, pattern: RegExp, example: string];

const NORTHERN_IRELAND: Format = ["eu_vat", new RegExp(`^XI${EU_VAT.XI}$`), "XI123456789"];

/** By country, outside the European Union; the numbers are without punctuation. */
const FORMATS: { readonly [country: string]: readonly Format[] } = {
  AE: [["ae_trn", /^\d{15}$/, "123456789012345"]],
  AU: [["au_abn", /^\d{11}$/, "12345678912"]],
  BR: [["br_cnpj", /^\d{14}$/, "01.234.456/5432-10"]],
  CA: [
    ["ca_gst_hst", /^\d{9}RT\d{4}$/, "123456789RT0002"],
    ["ca_bn", /^\d{9}$/, "123456789"],
  ],
  CH: [["ch_vat", /^CHE\d{9}(MWST|TVA|IVA)$/, "CHE-123.456.789 MWST"]],
  CL: [["cl_tin", /^\d{7,8}[\dK]$/, "12.345.678-K"]],
  EG: [["eg_tin", /^\d{9}$/, "123456789"]],
  GB: [["gb_vat", /^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/, "GB123456789"], NORTHERN_IRELAND],
  HK: [["hk_br", /^\d{8}$/, "12345678"]],
  IL: [["il_vat", /^\d{9}$/, "000012345"]],
  IN: [["in_gst", /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, "12ABCDE3456FGZH"]],
  IS: [["is_vat", /^\d{5,6}$/, "123456"]],
  JP: [
    ["jp_trn", /^T\d{13}$/, "T1234567891234"],
    ["jp_cn", /^\d{13}$/, "1234567891234"],
  ],
  KE: [["ke_pin", /^[AP]\d{9}[A-Z]$/, "P000111111A"]],
  KR: [["kr_brn", /^\d{10}$/, "123-45-67890"]],
  LI: [["li_vat", /^\d{5}$/, "12345"]],
  MX: [["mx_rfc", /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/, "ABC010203AB9"]],
  NG: [["ng_tin", /^\d{12}$/, "12345678-0001"]],
  NO: [["no_vat", /^\d{9}MVA$/, "123456789MVA"]],
  NZ: [["nz_gst", /^\d{8,9}$/, "123456789"]],
  SA: [["sa_vat", /^\d{15}$/, "123456789012345"]],
  SG: [
    ["sg_gst", /^M\d{8}[A-Z]$/, "M12345678X"],
    ["sg_uen", /^\d{8,9}[A-Z]$/, "123456789F"],
  ],
  TH: [["th_vat", /^\d{13}$/, "1234567891234"]],
  TR: [["tr_tin", /^\d{10}$/, "0123456789"]],
  TW: [["tw_vat", /^\d{8}$/, "12345678"]],
  UA: [["ua_vat", /^\d{9,12}$/, "123456789"]],
  US: [["us_ein", /^\d{9}$/, "12-3456789"]],
  ZA: [["za_vat", /^4\d{9}$/, "4123456789"]],
};

const EU_EXAMPLES: { readonly [prefix: string]: string } = {
  AT: "ATU12345678",
  CY: "CY12345678Z",
  ES: "ESA1234567Z",
  FR: "FRAB123456789",
  IE: "IE1234567AB",
  NL: "NL123456789B12",
};

/** The formats that Checkout accepts in a country; none where it does not ask for a tax ID. */
function formatsIn(country: string): readonly Format[] {
  const prefix = country === "GR" ? "EL" : country;
  const pattern = EU_VAT[prefix];
  if (!pattern || prefix === "XI") return FORMATS[country] ?? [];
  const digits = /\{(\d+)/.exec(pattern)?.[1] ?? "9";
  const example = EU_EXAMPLES[prefix] ?? `${prefix}${"1234567890123".slice(0, Number(digits))}`;
  return [["eu_vat", new RegExp(`^${prefix}${pattern}$`), example]];
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

const KNOWN: readonly Format[] = [
  ...Object.values(FORMATS).flat(),
  ...Object.keys(EU_VAT).flatMap((prefix) => formatsIn(prefix)),
];

/** Adds a tax ID to a customer, or to the account. Throws for a value that its type does not allow. */
export function addTaxId(world: World, { type, value }: ShownTaxId, customer: string | null): TaxId {
  const clean = withoutPunctuation(value);
  const formats = KNOWN.filter(([each]) => each === type);
  if (formats.length > 0 && !formats.some(([, pattern]) => pattern.test(clean))) {
    throw badRequest(`Invalid value for ${type}.`, { code: "tax_id_invalid", param: "value" });
  }
  const country = type === "eu_vat" ? clean.slice(0, 2).replace("EL", "GR") : type.slice(0, 2).toUpperCase();
  const taxId: TaxId = world.store.put(taxIds, {
    id: newId("txi"),
    object: "tax_id",
    country: country === "XI" ? "GB" : country,
    created: world.now(),
    customer,
    customer_account: null,
    livemode: false,
    owner: customer ? { customer, type: "customer" } : { type: "self" },
    type,
    value: clean,
    verification: customer ? { status: "unavailable", verified_address: null, verified_name: null } : null,
  });
  listOnCustomer(world, taxId);
  if (customer) emit(world, "customer.tax_id.created", taxId);
  return taxId;
}

/** Keeps the customer's own list, which `expand[]=tax_ids` shows, in step with the tax IDs. */
export function listOnCustomer({ store }: World, { id, customer: owner }: TaxId): void {
  const customer = owner ? store.get(customers, owner) : undefined;
  if (!customer) return;
  const others = (customer.tax_ids?.data ?? []).filter((each) => each.id !== id);
  const current = store.get(taxIds, id);
  const url = `/v1/customers/${customer.id}/tax_ids`;
  // `as`: Stripe's type names the object that deleted ids have too.
  const data = [...(current ? [current as Stripe.TaxId] : []), ...others];
  store.put(customers, { ...customer, tax_ids: { object: "list", data, has_more: false, url } });
}

/** Oldest first, as on an invoice. */
export function taxIdsOf({ store }: Pick<World, "store">, customer: string): ShownTaxId[] {
  const mine = store.all(taxIds).filter((each) => each.customer === customer);
  return mine.reverse().map(({ type, value }) => ({ type, value }));
}
