/**
 * Everything may be fetched (RFC 9309). Pages that are not meant to be found say so themselves, which only a crawler
 * that may fetch them can read.
 */
export function robots(origin: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`;
}
