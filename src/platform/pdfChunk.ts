/** Where the PDF library is: the build puts it into one file with this module (vite.config.ts, decision 0020). */
export const address = import.meta.url;
