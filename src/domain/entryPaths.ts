const SITE_PARAM = "site";

/** The addresses that the first script of every document asks for: apart, so that it does not bring all others. */
export const entryPaths = {
  landing: () => "/",
  /** The landing page for a signed-in user, whom `/` redirects to the dashboard (spec §6). */
  landingForMembers: () => `/?${SITE_PARAM}`,
  dashboard: () => "/academy/dashboard",
} as const;

/** True for the query of an address that asks for the landing page itself. */
export function asksForSite(search: string): boolean {
  return new URLSearchParams(search).has(SITE_PARAM);
}
