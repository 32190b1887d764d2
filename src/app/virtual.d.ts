/** Generated from the page table when the worker is built (tools/site/workerAddresses.ts). */
declare module "virtual:client-rendered" {
  /** Addresses of the pages that only the app can render; a path segment that begins with ":" matches any value. */
  export const addresses: readonly string[];
}
