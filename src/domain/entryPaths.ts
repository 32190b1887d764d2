const SITE_PARAM = "site";

/** The paths that every document's first script needs. Separate, so that it does not load all the others. */
export const entryPaths = {
  landing: () => "/",
  /** The landing page for a signed-in user, whom `/` redirects to the dashboard (spec §6). */
  landingForMembers: () => `/?${SITE_PARAM}`,
  dashboard: () => "/academy/dashboard",
} as const;

/** True if the query asks for the landing page itself. */
export function asksForSite(search: string): boolean {
  return new URLSearchParams(search).has(SITE_PARAM);
}
