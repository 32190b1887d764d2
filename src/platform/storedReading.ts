/** What a reader chose for this device: attributes of the document by their dataset names. Eyes and screens are the device's. */
export const READING_KEY = "academy-reading";

/** Puts the choices of this device on the document, where the style sheets read them. Kept small: it comes before all else. */
export function applyStoredReading(): void {
  try {
    const chosen = JSON.parse(localStorage.getItem(READING_KEY) ?? "{}");
    Object.assign(document.documentElement.dataset, chosen);
    if (chosen.theme) colourBrowser(chosen.theme);
  } catch {
    // Blocked, or written by something else: nothing was chosen.
  }
}

/** The browser's own bars follow the theme: index.html has their colour for light, then for dark. */
export function colourBrowser(theme: string): void {
  document.querySelectorAll('meta[name="theme-color"]').forEach((meta, isDark) => {
    meta.setAttribute("media", theme === (isDark ? "dark" : "light") ? "all" : "not all");
  });
}
