import { useEffect, useState } from "react";

/** Half a window ahead, so that content is loaded before it is reached. */
const MARGIN = "50%";

/** True once `element` is about to scroll into view; immediately in browsers without IntersectionObserver. */
export function useIsNear(element: HTMLElement | null): boolean {
  const [isNear, setIsNear] = useState(false);
  // Synchronises with scrolling.
  useEffect(() => {
    if (!element) return;
    if (typeof IntersectionObserver === "undefined") return setIsNear(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}
