/** Where the libraries of the proof are: the build puts them into one file with this module (vite.config.ts). */
export const address = import.meta.url;
