/** The URL of the proof libraries: the build bundles them into one file with this module (vite.config.ts). */
export const address = import.meta.url;
