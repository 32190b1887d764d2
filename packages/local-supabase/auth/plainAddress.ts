const AUTH = /^\/auth\/v1(\/|$)/;

/**
 * The one address of a request that all checks use; null if the auth server has no such address. @supabase/lite decodes paths
 * and names of a query, and answers HEAD as GET: the checks before it must see what it will do. In a query for the auth server
 * each name appears once, with its first value.
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
