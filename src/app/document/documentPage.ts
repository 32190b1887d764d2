// What the build and the browser agree on about documents that were rendered ahead (tools/site/document.ts).

/** Stands for every address that does not exist: the 404 page is one document for all of them. */
export const ANY_ADDRESS = "*";
/** On `#root`: the address whose page it holds. The shell, which holds none, has no such attribute. */
export const PAGE_ATTRIBUTE = "data-page";
/** On `#root` beside it: the scripts to be run after the first paint, the app's and the page's, in their order. */
export const SCRIPTS_ATTRIBUTE = "data-scripts";
/** On tags of the head that speak of that page alone; React takes them over when it takes over the page. */
export const HEAD_ATTRIBUTE = "data-page-head";
/** On tags of the head that only crawlers read; React knows nothing of them. */
export const CRAWLER_ATTRIBUTE = "data-crawlers";
