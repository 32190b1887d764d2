import { useEffect, useState } from "react";

/** Half a window ahead: what is fetched then is there when it is reached. */
const MARGIN = "50%";

/** True from when `element` is about to come into view; at once where the browser cannot tell. */
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
