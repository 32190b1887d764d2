/** A card as typed. `number` is digits only, and never stored as a whole; `expYear` has four digits. */
export type CardDetails = { number: string; expMonth: number; expYear: number };

/**
 * Reads a typed number ("4242 4242…") and expiry date ("12 / 30", "12/2030" or "1230"), or returns null. Nothing else is
 * checked: only test numbers are ever accepted, whatever their date and security code.
 */
export function readCard(typedNumber: string, typedExpiry: string): CardDetails | null {
  const number = typedNumber.replace(/[\s-]/g, "");
  const [, month, year] = /^(\d{1,2})\s*[/-]?\s*(?:20)?(\d{2})$/.exec(typedExpiry.trim()) ?? [];
  if (!/^\d+$/.test(number) || !month || !year) return null;
  return { number, expMonth: Number(month), expYear: 2000 + Number(year) };
}
