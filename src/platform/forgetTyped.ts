const PREFIX = "academy-";
/** Belongs to the last buyer in this browser (features/checkout/claim.ts). */
const ORDER_CLAIM = "academy-order-claim";

/**
 * Removes text typed into forms of this tab and the claim token of the last order: personal data not tied to an
 * account.
 */
export function forgetTyped(session: Storage | null, local: Storage | null): void {
  for (const key of Object.keys(session ?? {})) if (key.startsWith(PREFIX)) session?.removeItem(key);
  local?.removeItem(ORDER_CLAIM);
}
