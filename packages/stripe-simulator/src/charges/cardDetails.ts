/** A card as typed and checked: `number` and `cvc` are digits only, `expYear` has four. Never stored as a whole. */
export type CardDetails = { number: string; expMonth: number; expYear: number; cvc: string };

type Checked<T> = { value: T } | { error: string };

const SHORTEST_NUMBER = 13;
const LONGEST_NUMBER = 19;
const FURTHEST_EXPIRY_YEARS = 50;

/** The messages are Stripe's own. */
export function checkNumber(typed: string): Checked<string> {
  const digits = typed.replace(/[\s-]/g, "");
  if (!/^\d*$/.test(digits)) return { error: "Your card number is invalid." };
  if (digits.length < SHORTEST_NUMBER) return { error: "Your card number is incomplete." };
  if (digits.length > LONGEST_NUMBER || !passesLuhn(digits)) return { error: "Your card number is invalid." };
  return { value: digits };
}

/** Parses "12 / 30", "12/2030" and "1230". A card is valid to the end of its month. */
export function checkExpiry(typed: string, now: Date): Checked<{ month: number; year: number }> {
  const match = /^\s*(\d{1,2})\s*[/-]?\s*(\d{2}|\d{4})\s*$/.exec(typed);
  if (!match?.[1] || !match[2]) return { error: "Your card's expiration date is incomplete." };
  const month = Number(match[1]);
  const year = match[2].length === 2 ? 2000 + Number(match[2]) : Number(match[2]);
  if (month < 1 || month > 12) return { error: "Your card's expiration date is invalid." };
  if (year < now.getFullYear()) return { error: "Your card's expiration year is in the past." };
  if (year > now.getFullYear() + FURTHEST_EXPIRY_YEARS)
    return { error: "Your card's expiration year is invalid." };
  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return { error: "Your card's expiration date is in the past." };
  }
  return { value: { month, year } };
}

/** American Express security codes have four digits, all others three. */
export function checkCvc(typed: string, cardNumber: string): Checked<string> {
  const digits = typed.trim();
  const wanted = /^3[47]/.test(cardNumber) ? 4 : 3;
  if (!/^\d*$/.test(digits) || digits.length > wanted)
    return { error: "Your card's security code is invalid." };
  if (digits.length < wanted) return { error: "Your card's security code is incomplete." };
  return { value: digits };
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
