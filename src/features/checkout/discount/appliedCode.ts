import { TIERS, type Tier } from "../../../domain/sales/plans.ts";

const keyOf = (tier: Tier) => `academy-checkout-code-${tier}`;

/**
 * The discount code that was applied when the user left the page of this tier, or null. It is validated again before it
 * is applied.
 */
export function loadAppliedCode(storage: Storage | null, tier: Tier): string | null {
  return storage?.getItem(keyOf(tier)) ?? null;
}

export function saveAppliedCode(storage: Storage | null, tier: Tier, code: string | null): void {
  try {
    if (code === null) storage?.removeItem(keyOf(tier));
    else storage?.setItem(keyOf(tier), code);
  } catch (error) {
    // The code stays in its field, but the buyer must apply it again after a reload.
    console.warn("The applied code could not be saved:", error);
  }
}

export function forgetAppliedCodes(storage: Storage | null): void {
  for (const tier of TIERS) saveAppliedCode(storage, tier, null);
}
