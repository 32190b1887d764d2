/**
 * Allows everything (RFC 9309). Pages that must not be listed have a `noindex` tag, which a crawler can read only if it
 * may fetch the page.
 */
export function robots(origin: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`;
}
