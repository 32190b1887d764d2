/**
 * Returns a predicate for pages that only the app can render, because they depend on the user or have too many
 * addresses to list. The worker answers them with the shell, without a network request.
 */
export function clientRenderedBy(addresses: readonly string[]): (pathname: string) => boolean {
  const listed = new Set(addresses);
  const patterns = addresses
    .filter((address) => address.includes("/:"))
    .map((address) => new RegExp(`^${address.replace(/:\w+/g, "[^/]+")}$`));
  return (pathname) => listed.has(pathname) || patterns.some((pattern) => pattern.test(pathname));
}
