import { useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router-dom";
import { dismissFailures } from "../../ui/overlay/toast.ts";
import { focusMain } from "../../ui/page/focusMain.ts";
import { pageFacts } from "../page.ts";

/**
 * After a full page load, the browser announces the new page and starts at its top. The router's navigations do
 * neither, so this announces the title, which PageHead sets, and moves the focus to the main element, from which Tab
 * continues.
 */
export function PageAnnouncer() {
  const { pathname, search, hash } = useLocation();
  const { title } = pageFacts(useMatches(), search);
  const announced = useRef<HTMLParagraphElement>(null);
  const shown = useRef({ pathname, title });

  // The browser handles the first page itself, and a fragment has its own target.
  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, title };
    if (before.title !== title && announced.current) announced.current.textContent = title;
    const isOther = before.pathname !== pathname && !hash;
    // Pages with one path, such as a list and what it lists, replace the link that was used.
    const hasLostFocus = before.title !== title && document.activeElement === document.body;
    if (isOther || hasLostFocus) focusMain({ preventScroll: true });
  }, [title, pathname, hash]);

  // A failure message belongs to the page where it happened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address triggers the dismissal
  useEffect(() => dismissFailures(), [pathname, search]);

  return <p ref={announced} role="status" className="sr-only" />;
}
