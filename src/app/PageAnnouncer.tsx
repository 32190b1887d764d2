import { useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router-dom";
import { dismissFailures } from "../ui/toast.ts";
import { pageFacts } from "./pageHandle.ts";

/**
 * After a navigation a browser would name the new page and start at its top. Here we do both: the title, which
 * PageHead sets, is announced, and the focus goes to the main part, from where Tab continues.
 */
export function PageAnnouncer() {
  const { pathname, search, hash } = useLocation();
  const { title } = pageFacts(useMatches(), search);
  const announced = useRef<HTMLParagraphElement>(null);
  const shown = useRef({ pathname, title });

  // Synchronises with the document's focus and the screen reader. The first page is the browser's own affair,
  // and a fragment has its own target.
  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, title };
    if (before.title !== title && announced.current) announced.current.textContent = title;
    if (before.pathname !== pathname && !hash)
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [title, pathname, hash]);

  // Synchronises with the messages: a failure belongs to the page that it happened on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is the reason to dismiss
  useEffect(() => dismissFailures(), [pathname, search]);

  return <p ref={announced} role="status" className="sr-only" />;
}
