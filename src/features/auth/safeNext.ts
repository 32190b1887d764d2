import { localStore } from "../../db/store/localStore.ts";
import { parseUrl } from "../../domain/parseUrl.ts";
import { paths, staffPaths } from "../../domain/paths.ts";
import { browserEnv } from "../../platform/env.ts";
import { readStoredSession } from "../../platform/session/storedSession.ts";

/**
 * The page to open after sign-in: the `next` parameter if it is a page on this site, otherwise the console for staff and the
 * dashboard for everyone else. Rejects anything that could lead to another site (`//host`, `/\host`, `/.//host`, a scheme).
 */
export function safeNext(next: string | null, origin: string): string {
  if (!next?.startsWith("/")) return home();
  const url = parseUrl(next, origin);
  if (url?.origin !== origin || url.pathname === paths.auth()) return home();
  // What remains of `/.//host`, and would be read as another host.
  if (url.pathname.startsWith("//")) return home();
  return url.pathname + url.search + url.hash;
}

function home(): string {
  const isStaff = readStoredSession(localStore(), browserEnv().authStorageKey)?.isStaff ?? false;
  return isStaff ? staffPaths.start() : paths.dashboard();
}
