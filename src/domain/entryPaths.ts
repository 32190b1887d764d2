/** The addresses that the first script of every document asks for: apart, so that it does not bring all others. */
export const entryPaths = {
  landing: () => "/",
  dashboard: () => "/academy/dashboard",
} as const;
