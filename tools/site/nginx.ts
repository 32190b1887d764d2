import { IMMUTABLE, NO_CACHE } from "../../server/http/cacheControl.ts";
import { HASHED, type StaticSite } from "./staticSite.ts";

/**
 * The content of nginx's `server { … }` apart from `listen`, the certificate and `root`. One location for each page, so
 * that every other address responds with 404. nginx drops the headers of the server wherever a location adds its own,
 * so they are repeated for the hashed files.
 */
export function nginxFile({ pages }: StaticSite, headers: Record<string, string>): string {
  return `${[
    ...addHeaders({ ...headers, "Cache-Control": NO_CACHE }),
    "charset utf-8;",
    "charset_types text/css text/plain text/javascript application/javascript;",
    "server_tokens off;",
    "error_page 404 /404.html;",
    "location = /404.html { internal; }",
    'location ~ "^/\\.|/_|\\.(br|gz)$" { return 404; }',
    'location @missing { types { } default_type text/plain; return 404 "Not found"; }',
    ...hashedFiles(headers),
    ...pages.flatMap(pageLocations),
    "location = /site.webmanifest { default_type application/manifest+json; }",
    "location / { try_files $uri =404; }",
  ].join("\n")}\n`;
}

function hashedFiles(headers: Record<string, string>): string[] {
  return [
    `location /${HASHED}/ {`,
    "  error_page 404 @missing;",
    "  try_files $uri =404;",
    ...addHeaders(headers).map((line) => `  ${line}`),
    // Without "always" nginx omits the header from error responses.
    `  add_header Cache-Control "${IMMUTABLE}";`,
    "}",
  ];
}

/**
 * A page at its address, and redirects from the address with a trailing slash and from the file's name. No part of a
 * request may appear in a `return`: nginx decodes it first, so an encoded line break would start a new header.
 */
function pageLocations({ address, file }: StaticSite["pages"][number]): string[] {
  if (address.includes(":"))
    return [`location ~ "^${address.replace(/:\w+/g, "[^/]+")}$" { try_files /${file} =404; }`];
  const page = `location = ${address} { try_files /${file} =404; }`;
  const others = address === "/" ? ["/index", "/index.html"] : [`${address}/`, `${address}.html`];
  return [page, ...others.map((other) => `location = ${other} { return 308 ${address}$is_args$args; }`)];
}

function addHeaders(headers: Record<string, string>): string[] {
  return Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;`);
}
