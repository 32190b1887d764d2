const KEY = "academy-checkout-code";

/**
 * The discount code that was applied when the user left the page, or null. It is validated again before it is applied.
 */
export function loadAppliedCode(storage: Storage | null): string | null {
  return storage?.getItem(KEY) ?? null;
}

export function saveAppliedCode(storage: Storage | null, code: string | null): void {
  try {
    if (code === null) storage?.removeItem(KEY);
    else storage?.setItem(KEY, code);
  } catch (error) {
    // The code stays in its field, but the buyer must apply it again after a reload.
    console.warn("The applied code could not be saved:", error);
  }
}
