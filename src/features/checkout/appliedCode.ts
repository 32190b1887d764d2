const KEY = "academy-checkout-code";

/** The discount code that counted when the page was left, or null. It is judged again before it counts again. */
export function loadAppliedCode(storage: Storage | null): string | null {
  return storage?.getItem(KEY) ?? null;
}

export function saveAppliedCode(storage: Storage | null, code: string | null): void {
  try {
    if (code === null) storage?.removeItem(KEY);
    else storage?.setItem(KEY, code);
  } catch (error) {
    // The code itself stays typed; after a reload it has to be applied again.
    console.warn("The applied code could not be kept:", error);
  }
}
