import { parseUrl } from "../../domain/parseUrl.ts";
import { paths } from "../../domain/paths.ts";

/**
 * The page to open after sign-in: the `next` parameter if it is a page on this site, otherwise the dashboard. Rejects
 * anything that could lead to another site (`//host`, `/\host`, `/.//host`, a scheme).
 */
export function safeNext(next: string | null, origin: string): string {
  if (!next?.startsWith("/")) return paths.dashboard();
  const url = parseUrl(next, origin);
  if (url?.origin !== origin || url.pathname === paths.auth()) return paths.dashboard();
  // What remains of `/.//host`, and would be read as another host.
  if (url.pathname.startsWith("//")) return paths.dashboard();
  return url.pathname + url.search + url.hash;
}
