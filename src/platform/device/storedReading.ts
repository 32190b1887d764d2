/**
 * Reading preferences of this device, by their dataset names. They belong to the device rather than the account,
 * because they depend on the screen.
 */
export const READING_KEY = "academy-reading";

/**
 * Writes this device's preferences to the document, from which the style sheets read them. This is kept small, because
 * it runs first.
 */
export function applyStoredReading(): void {
  try {
    const chosen = JSON.parse(localStorage.getItem(READING_KEY) ?? "{}");
    Object.assign(document.documentElement.dataset, chosen);
    if (chosen.theme) colourBrowser(chosen.theme);
  } catch {
    // Storage is blocked or its value is invalid, so no preferences apply.
  }
}

/** Matches the browser's toolbar to the theme: index.html has its colour for light, then for dark. */
export function colourBrowser(theme: string): void {
  document.querySelectorAll('meta[name="theme-color"]').forEach((meta, isDark) => {
    meta.setAttribute("media", theme === (isDark ? "dark" : "light") ? "all" : "not all");
  });
}
