/** True where the browser forbids this site to store anything: cookies and site data are blocked for it. */
export function isSiteDataBlocked(): boolean {
  return typeof document !== "undefined" && localStore() === null;
}

/** The page's localStorage, or null where the browser forbids it or has none. */
export function localStore(): Storage | null {
  return allowed(() => globalThis.localStorage);
}

/** The tab's sessionStorage, or null in the same cases. */
export function tabStore(): Storage | null {
  return allowed(() => globalThis.sessionStorage);
}

function allowed(storage: () => Storage | undefined): Storage | null {
  try {
    return storage() ?? null;
  } catch (error) {
    // Reading the property itself throws a SecurityError where site data is blocked (HTML, "localStorage" getter).
    if (error instanceof DOMException) return null;
    throw error;
  }
}
