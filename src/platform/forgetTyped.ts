const PREFIX = "academy-";
/** Belongs to whoever bought last in this browser (features/checkout/claim.ts). */
const ORDER_CLAIM = "academy-order-claim";

/** Removes what was typed into forms of this tab and the key to the last order: personal, and nobody's account. */
export function forgetTyped(session: Storage | null, local: Storage | null): void {
  for (const key of Object.keys(session ?? {})) if (key.startsWith(PREFIX)) session?.removeItem(key);
  local?.removeItem(ORDER_CLAIM);
}
