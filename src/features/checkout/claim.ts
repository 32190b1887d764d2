import { localStore } from "../../db/localStore.ts";

const KEY = "academy-order-claim";
/** Orders of one browser whose buyers may still be waiting for their mails. */
const MOST_KEPT = 5;

/** Who made the order behind a payment page: the token proves it, from this browser only. */
export type Claim = { sessionId: string; token: string };

/**
 * Keeps a claim for the buyer's way back from the payment page, which may end in another tab: local storage. Several
 * are kept, since a way back must never act on an order that was made after its own.
 */
export function rememberClaim(claim: Claim): void {
  const others = storedClaims().filter((each) => each.sessionId !== claim.sessionId);
  try {
    localStore()?.setItem(KEY, JSON.stringify([claim, ...others].slice(0, MOST_KEPT)));
  } catch (error) {
    console.warn("The order's claim token could not be kept:", error);
  }
}

/** The token of the order behind this payment page, or null in a browser that did not make it. */
export function claimTokenOf(sessionId: string): string | null {
  return storedClaims().find((each) => each.sessionId === sessionId)?.token ?? null;
}

function storedClaims(): Claim[] {
  try {
    const stored: unknown = JSON.parse(localStore()?.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isClaim) : [];
  } catch {
    return []; // damaged claims are none
  }
}

function isClaim(value: unknown): value is Claim {
  if (typeof value !== "object" || value === null) return false;
  if (!("sessionId" in value) || !("token" in value)) return false;
  return typeof value.sessionId === "string" && typeof value.token === "string";
}
