// The contract between the build and the browser for prerendered documents (tools/site/document.ts).

/** Represents every address that does not exist, because one document serves the 404 page for all of them. */
export const ANY_ADDRESS = "*";
/** On `#root`: the address of the page that it contains. The shell contains none and has no such attribute. */
export const PAGE_ATTRIBUTE = "data-page";
/** Also on `#root`: the scripts of the app and of the page, in the order in which they run after the first paint. */
export const SCRIPTS_ATTRIBUTE = "data-scripts";
/** On head tags that are specific to that page; React adopts them when it takes over the page. */
export const HEAD_ATTRIBUTE = "data-page-head";
/** On head tags that only crawlers read; React does not know them. */
export const CRAWLER_ATTRIBUTE = "data-crawlers";

/** Marks the document element in a browser that is too old, in which the app must not start. */
export const TOO_OLD_ATTRIBUTE = "data-too-old";
