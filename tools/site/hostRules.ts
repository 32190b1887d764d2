import { IMMUTABLE, NO_CACHE } from "../../server/http/cacheControl.ts";
import { fileOf } from "./document.ts";
import { HASHED, type StaticSite } from "./staticSite.ts";

/**
 * `_headers`, as Netlify and Cloudflare Pages read it. Both join the values of a header from several rules, so at most one
 * rule for `Cache-Control` may match an address: one rule for each first path segment, and none for all addresses.
 */
export function headersFile({ pages, files }: StaticSite, headers: Record<string, string>): string {
  const firsts = new Set([...pages.map(({ address }) => firstPart(address)), ...files].sort());
  const askedAnew = [...firsts]
    .filter((first) => first !== HASHED)
    .flatMap((first) => (first === "" || first.includes(".") ? [`/${first}`] : [`/${first}`, `/${first}/*`]));
  return [
    rule("/*", headers),
    rule(`/${HASHED}/*`, { "Cache-Control": IMMUTABLE }),
    ...askedAnew.map((path) => rule(path, { "Cache-Control": NO_CACHE })),
  ].join("\n");
}

/**
 * `_redirects`: the shell for client-rendered pages, then redirects to the one address of each page. Shells are named
 * without `.html`, because Cloudflare Pages would redirect to the shorter name. Netlify applies the first rule to an
 * address with and without a trailing slash, so the shells come first.
 */
export function redirectsFile({ pages }: StaticSite): string {
  const drawn = pages.filter(({ address, file }) => file !== fileOf(address));
  const shells = drawn.map(({ address, file }) => `${address} /${file.replace(/\.html$/, "")} 200`);
  const slashes = drawn.map(({ address }) => `${address}/ ${address} 301`);
  return `${[...shells, ...slashes].join("\n")}\n`;
}

function firstPart(address: string): string {
  return address.split("/")[1] ?? "";
}

function rule(path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${path}\n${lines.join("")}`;
}
