/** True if the browser blocks cookies and site data for this site, so that nothing can be stored. */
export function isSiteDataBlocked(): boolean {
  return typeof document !== "undefined" && localStore() === null;
}

/** localStorage, or null if the browser blocks it or has none. */
export function localStore(): Storage | null {
  return allowed(() => globalThis.localStorage);
}

/** sessionStorage, or null in the same cases. */
export function tabStore(): Storage | null {
  return allowed(() => globalThis.sessionStorage);
}

function allowed(storage: () => Storage | undefined): Storage | null {
  try {
    return storage() ?? null;
  } catch (error) {
    // Reading the property itself throws a SecurityError if site data is blocked (HTML, "localStorage" getter).
    if (error instanceof DOMException) return null;
    throw error;
  }
}
