/** True where the browser forbids this site to store anything: cookies and site data are blocked for it. */
export function isSiteDataBlocked(): boolean {
  try {
    void globalThis.localStorage;
    return false;
  } catch (error) {
    // Reading the property itself throws a SecurityError there (HTML, "localStorage" getter).
    if (error instanceof DOMException) return true;
    throw error;
  }
}

/** The page's localStorage, or null where the browser forbids it or has none. */
export function localStore(): Storage | null {
  return isSiteDataBlocked() ? null : (globalThis.localStorage ?? null);
}

/** The tab's sessionStorage, or null in the same cases. */
export function tabStore(): Storage | null {
  return isSiteDataBlocked() ? null : (globalThis.sessionStorage ?? null);
}
