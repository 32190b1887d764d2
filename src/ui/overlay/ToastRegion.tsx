import { useEffect, useRef, useSyncExternalStore } from "react";
import { lazyPart } from "../page/lazyPart.tsx";
import { ToastList } from "./ToastList.tsx";
import { currentToasts, subscribeToToasts } from "./toast.ts";

/** Without it, the messages stay at the lower end. */
const MessagePlacement = lazyPart(() => import("./MessagePlacement.tsx"), { Missing: () => null });

/**
 * The region in which toasts appear. Both live regions are on the page from the start, because screen readers announce
 * only changes to regions that they already know. The region is a popover, so that it is above open dialogs.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts);
  const ref = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;
  // Showing the popover again moves it above anything opened since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new toast
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
      <div role="status">{polite.length > 0 && <ToastList toasts={polite} />}</div>
      <div role="alert">{urgent.length > 0 && <ToastList toasts={urgent} />}</div>
      {newest !== undefined && <MessagePlacement />}
    </section>
  );
}
