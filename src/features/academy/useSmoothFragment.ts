import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Fragment ids of the page's sections. Other pages link to the modules with `paths.modules()`. */
export const MODULES_ID = "modules";
export const TIERS_ID = "plans";

/**
 * Class names for an element that a URL fragment can target. On load, and when scripts are disabled, the browser
 * scrolls to the element, and CSS alone makes the scrolling smooth.
 */
export const FRAGMENT_STYLE =
  "scroll-mt-6 outline-none motion-safe:[html:has(&:target)]:scroll-smooth" as const;

/**
 * Scrolls smoothly on client-side navigation, which never changes `:target`. The router scrolls in a layout effect that
 * runs after this one (its `ScrollRestoration` is rendered after the page), so smooth scrolling is needed only for that
 * moment. Going back is excluded, because it restores a scroll position.
 */
export function useSmoothFragment(): void {
  const { hash, key } = useLocation();
  const isRestoring = useNavigationType() === "POP" && key !== "default";
  const target = isRestoring ? "" : hash.slice(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is followed again
  useLayoutEffect(() => {
    if (!target || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    document.documentElement.style.scrollBehavior = "smooth";
  }, [target, key]);

  // After the router has scrolled. Focus follows, as it does when a browser follows a fragment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    document.documentElement.style.removeProperty("scroll-behavior");
    if (target) document.getElementById(target)?.focus({ preventScroll: true });
  }, [target, key]);
}
