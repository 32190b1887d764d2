/** The URL of the PDF library: the build bundles it into one file with this module (vite.config.ts, decision 0020). */
export const address = import.meta.url;
