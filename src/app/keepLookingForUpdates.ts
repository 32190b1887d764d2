const CHECK_INTERVAL_MS = 60 * 60 * 1000;

/**
 * A page that stays open for days would never ask for a new version: browsers look only when a page is loaded.
 * Looks every hour while the page is visible, and when it becomes visible again.
 */
export function keepLookingForUpdates(registration: ServiceWorkerRegistration): void {
  let lastCheckAt = Date.now();
  const check = () => {
    if (document.visibilityState === "hidden" || !navigator.onLine) return;
    if (Date.now() - lastCheckAt < CHECK_INTERVAL_MS) return;
    lastCheckAt = Date.now();
    registration.update().catch((error: unknown) => console.warn("No answer about a new version", error));
  };
  setInterval(check, CHECK_INTERVAL_MS / 4);
  document.addEventListener("visibilitychange", check);
}
