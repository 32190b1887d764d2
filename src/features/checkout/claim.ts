const KEY = "academy-order-claim";

/**
 * Keeps the token that proves, from this browser only, who made the newest order. It must outlive the trip to the
 * payment page, which may end in another tab: local storage.
 */
export function rememberClaim(token: string): void {
  try {
    localStorage.setItem(KEY, token);
  } catch (error) {
    console.warn("The order's claim token could not be kept:", error);
  }
}

/** Null in a browser that made no order. */
export function storedClaim(): string | null {
  return localStorage.getItem(KEY);
}
