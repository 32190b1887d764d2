import { paths } from "../../domain/paths.ts";

/**
 * Where to go after signing in: the `next` of the address when it is a place of this site, else the dashboard.
 * Anything that could lead elsewhere (`//host`, `/\host`, a scheme) is not followed.
 */
export function safeNext(next: string | null, origin: string): string {
  if (!next?.startsWith("/")) return paths.dashboard();
  const url = URL.canParse(next, origin) ? new URL(next, origin) : null;
  if (url?.origin !== origin || url.pathname === paths.auth()) return paths.dashboard();
  return url.pathname + url.search + url.hash;
}
