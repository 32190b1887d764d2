/** The sitemap (sitemaps.org) of these paths, each beginning with "/". Omits modification dates, which are unknown. */
export function sitemap(origin: string, addresses: readonly string[]): string {
  const urls = addresses.map((address) => `  <url><loc>${escapeXml(origin + address)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
