import { useLocation } from "react-router-dom";
import { paths } from "../../domain/paths.ts";

/**
 * The path of a page of signing in, with the address to return to afterwards: the current one, or the one that an earlier
 * page of signing in was given. Every redirect and link to these pages uses it, so that a deep link survives them. The landing page
 * is not one to return to, because it leads learners to the dashboard.
 */
export function useReturning(path: string): string {
  const { pathname, search, hash } = useLocation();
  const isSigningIn = `${pathname}/`.startsWith(`${paths.auth()}/`);
  const here = pathname === paths.landing() ? null : pathname + search + hash;
  const next = isSigningIn ? new URLSearchParams(search).get("next") : here;
  return next === null ? path : `${path}?${new URLSearchParams({ next })}`;
}

export function useSignInPath(): string {
  return useReturning(paths.auth());
}
