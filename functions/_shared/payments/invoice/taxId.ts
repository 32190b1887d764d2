import type Stripe from "stripe";

/** The prefixes of VAT numbers in the EU, with Greece's own (EL) and Northern Ireland's (XI). */
const EU = new Set(
  "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI".split(" "),
);

/**
 * A VAT number as the provider checks it, from any spelling. Null for a country whose numbers it is not asked to check:
 * the number is then printed as it was typed.
 */
export function taxIdOf(typed: string, country: string): Stripe.CustomerCreateParams.TaxIdDatum | null {
  const plain = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
  const home = country === "GR" ? "EL" : country;
  const isKnown = (prefix: string) => prefix === "GB" || EU.has(prefix);
  const prefix = plain.startsWith(home) || !isKnown(plain.slice(0, 2)) ? home : plain.slice(0, 2);
  if (!isKnown(prefix)) return null;
  return {
    type: prefix === "GB" ? "gb_vat" : "eu_vat",
    value: plain.startsWith(prefix) ? plain : `${prefix}${plain}`,
  };
}
