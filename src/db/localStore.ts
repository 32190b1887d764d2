/** The page's localStorage, or null where the browser forbids it (blocked site data) or has none. */
export function localStore(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch (error) {
    // Reading the property itself throws a SecurityError where site data is blocked (HTML, "localStorage" getter).
    if (error instanceof DOMException) return null;
    throw error;
  }
}
