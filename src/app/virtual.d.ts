/** Generated from the page table when the worker is built (tools/site/serviceWorker.ts). */
declare module "virtual:client-rendered" {
  /** Addresses of pages that only the app can render. A path segment that begins with ":" matches any value. */
  export const addresses: readonly string[];
}
