import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import { currentToasts, subscribeToToasts } from "./toast.ts";

const ToastList = lazy(() => import("./ToastList.tsx"));

/**
 * Where toasts appear. The two live regions are on the page from the start, because screen readers announce only
 * what is added to a region that they already know. The region is a popover, so that it lies above open dialogs.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts);
  const ref = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;
  // Synchronises with the browser's top layer: shown again, the popover comes before whatever opened meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast is the reason to show it again
  useEffect(() => {
    const region = ref.current;
    if (!region?.showPopover) return;
    region.showPopover();
    return () => region.hidePopover();
  }, [newest]);

  const polite = toasts.filter((each) => each.variant === "default");
  const urgent = toasts.filter((each) => each.variant === "destructive");
  return (
    <section ref={ref} popover="manual" aria-label="Messages" className="toasts">
      <div role="status">
        <Suspense>{polite.length > 0 && <ToastList toasts={polite} />}</Suspense>
      </div>
      <div role="alert">
        <Suspense>{urgent.length > 0 && <ToastList toasts={urgent} />}</Suspense>
      </div>
    </section>
  );
}
