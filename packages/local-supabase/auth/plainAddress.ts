const AUTH = /^\/auth\/v1(\/|$)/;

/**
 * The normalised URL of a request, for all checks; null if the auth server has no such URL. @supabase/lite decodes paths and
 * query names and treats HEAD as GET, so the checks before it must interpret them the same way. In a query to the auth
 * server, only the first value of each name is kept.
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
