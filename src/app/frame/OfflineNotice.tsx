import { CloudOff } from "lucide-react";
import { useOnline } from "../../platform/device/useOnline.ts";

/** Shown when there is no connection. Says that no work is lost. */
export function OfflineNotice() {
  const isOnline = useOnline();
  return <div role="status">{!isOnline && <OfflineWords />}</div>;
}

export function OfflineWords() {
  return (
    <p className="flex items-center justify-center gap-2 bg-ink px-4 py-1.5 text-center text-base text-paper">
      <CloudOff aria-hidden="true" className="size-5 shrink-0" />
      You are offline. Everything on this device still works.
    </p>
  );
}
