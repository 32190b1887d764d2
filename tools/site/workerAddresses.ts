import type { Plugin } from "vite";

const ID = "virtual:client-rendered";

/**
 * Passes the service worker the addresses of the pages that only the app can render. If the worker imported the page
 * table itself, every page would become part of it.
 */
export function workerAddresses(addresses: readonly string[]): Plugin {
  return {
    name: "academy:worker-addresses",
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? `export const addresses = ${JSON.stringify(addresses)};` : undefined),
  };
}
