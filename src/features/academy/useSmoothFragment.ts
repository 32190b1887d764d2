import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/**
 * Goes on the element that a fragment names. The browser itself scrolls there, on load and without scripts, and is
 * told by style alone to do so smoothly.
 */
export const FRAGMENT_STYLE =
  "scroll-mt-6 outline-none motion-safe:[html:has(&:target)]:scroll-smooth" as const;

/**
 * The same for navigations that the router makes, which never change `:target`. The router scrolls in a layout
 * effect that runs after this one (its `ScrollRestoration` stands after the page), so the page only has to be
 * smooth for that long. Going back is left alone: it restores a place and is not a way to one.
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

  // Synchronises with the document, after the router has scrolled; focus follows, as in a browser's own jump.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    document.documentElement.style.removeProperty("scroll-behavior");
    if (target) document.getElementById(target)?.focus({ preventScroll: true });
  }, [target, key]);
}
