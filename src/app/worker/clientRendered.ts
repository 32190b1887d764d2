/**
 * Returns what is true for the address of a page that only the app can render, because it depends on who is here or
 * covers too many addresses to list: the worker answers it with the shell, without asking the network.
 */
export function clientRenderedBy(addresses: readonly string[]): (pathname: string) => boolean {
  const listed = new Set(addresses);
  const patterns = addresses
    .filter((address) => address.includes("/:"))
    .map((address) => new RegExp(`^${address.replace(/:\w+/g, "[^/]+")}$`));
  return (pathname) => listed.has(pathname) || patterns.some((pattern) => pattern.test(pathname));
}
