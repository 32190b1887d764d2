/** Formats an amount in the currency's smallest unit, such as "£60.00". */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** digits);
}

const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Formats Unix seconds, such as "15 January 2027". */
export function formatDate(seconds: number): string {
  return format.format(new Date(seconds * 1000));
}
