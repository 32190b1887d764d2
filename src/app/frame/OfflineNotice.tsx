import { CloudOff } from "lucide-react";
import { useLocation } from "react-router-dom";
import { useSeemsOffline } from "../../platform/device/offlineHint.ts";

/** Shown when there seems to be no connection. Says that no work is lost. Not on the staff console, which needs a connection and says so. */
export function OfflineNotice() {
  const isOffline = useSeemsOffline();
  const isConsole = /^\/staff(\/|$)/.test(useLocation().pathname);
  return <div role="status">{isOffline && !isConsole && <OfflineWords />}</div>;
}

export function OfflineWords() {
  return (
    <p className="flex items-center justify-center gap-2 bg-ink pt-1.5 pr-(--gutter-right) pb-1.5 pl-(--gutter-left) text-center text-base text-paper">
      <CloudOff aria-hidden="true" className="size-5 shrink-0" />
      You seem to be offline. Everything on this device still works.
    </p>
  );
}
