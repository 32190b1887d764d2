/** Fragment ids of the page's sections. Other pages link to the modules with `paths.modules()`. */
export const MODULES_ID = "modules";
export const TIERS_ID = "plans";
