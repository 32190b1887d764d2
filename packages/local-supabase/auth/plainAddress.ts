const AUTH = /^\/auth\/v1(\/|$)/;

/**
 * The address of a request as everybody here shall read it; null where the auth server has no such one. @supabase/lite
 * decodes paths and the names of a query, and answers HEAD as if it were GET: what is checked before it must be what it
 * will do. In a query for the auth server each name stands once, with its first value.
 */
export function plainAddress(request: Request): string | null {
  const url = new URL(request.url);
  url.hash = "";
  if (!AUTH.test(url.pathname)) return url.href;
  if (url.pathname.includes("%") || request.method === "HEAD") return null;
  const query = new URLSearchParams();
  for (const [name, value] of url.searchParams) if (!query.has(name)) query.set(name, value);
  url.search = query.toString();
  return url.href;
}
