/** The parts of the page that addresses can name. `paths.modules()` is the one that other pages use. */
export const MODULES_ID = "modules";
export const TIERS_ID = "plans";
