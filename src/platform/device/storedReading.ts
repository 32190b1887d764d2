/**
 * Reading preferences of this device, by their dataset names. Per device rather than account, because they depend on
 * the screen.
 */
export const READING_KEY = "academy-reading";

/**
 * Writes this device's preferences to the document, where the style sheets read them. Kept small, because it runs
 * first.
 */
export function applyStoredReading(): void {
  try {
    const chosen = JSON.parse(localStorage.getItem(READING_KEY) ?? "{}");
    Object.assign(document.documentElement.dataset, chosen);
    if (chosen.theme) colourBrowser(chosen.theme);
  } catch {
    // Blocked or invalid: no preferences.
  }
}

/** Matches the browser's toolbar to the theme: index.html has its colour for light, then for dark. */
export function colourBrowser(theme: string): void {
  document.querySelectorAll('meta[name="theme-color"]').forEach((meta, isDark) => {
    meta.setAttribute("media", theme === (isDark ? "dark" : "light") ? "all" : "not all");
  });
}
