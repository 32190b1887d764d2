import { localStore, tabStore } from "../../../db/store/localStore.ts";

const KEY = "academy-order-claim";
const EMAIL_KEY = "academy-order-email";
/** How many orders a browser remembers, because their buyers may still be waiting for the email. */
const MOST_KEPT = 5;

/** Proves that this browser placed the order behind a payment page. */
export type Claim = { sessionId: string; token: string };

/**
 * Stores a claim until the buyer returns from the payment page. It is in local storage, because the buyer may return in
 * another tab. Several claims are kept, so that the return from one order never acts on a later one.
 */
export function rememberClaim(claim: Claim): void {
  const others = storedClaims().filter((each) => each.sessionId !== claim.sessionId);
  try {
    localStore()?.setItem(KEY, JSON.stringify([claim, ...others].slice(0, MOST_KEPT)));
  } catch (error) {
    console.warn("The order's claim token could not be saved:", error);
  }
}

/** The claim token for this payment page, or null in a browser that did not place the order. */
export function claimTokenOf(sessionId: string): string | null {
  return storedClaims().find((each) => each.sessionId === sessionId)?.token ?? null;
}

/**
 * Stores the address of an order for the page after the payment. In session storage, because it is personal and the device
 * may be shared.
 */
export function rememberOrderEmail(sessionId: string, email: string): void {
  try {
    tabStore()?.setItem(EMAIL_KEY, JSON.stringify([sessionId, email]));
  } catch (error) {
    console.warn("The order's email address could not be saved:", error);
  }
}

/** The address with which this tab placed the order, or null. */
export function orderEmailOf(sessionId: string): string | null {
  try {
    const stored: unknown = JSON.parse(tabStore()?.getItem(EMAIL_KEY) ?? "[]");
    const [order, email] = Array.isArray(stored) ? stored : [];
    return order === sessionId && typeof email === "string" ? email : null;
  } catch {
    return null; // A damaged address is ignored.
  }
}

function storedClaims(): Claim[] {
  try {
    const stored: unknown = JSON.parse(localStore()?.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isClaim) : [];
  } catch {
    return []; // Damaged claims are ignored.
  }
}

function isClaim(value: unknown): value is Claim {
  if (typeof value !== "object" || value === null) return false;
  if (!("sessionId" in value) || !("token" in value)) return false;
  return typeof value.sessionId === "string" && typeof value.token === "string";
}
