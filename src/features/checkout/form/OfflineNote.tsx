import { useSeemsOffline } from "../../../platform/device/offlineHint.ts";
import { Banner } from "../../../ui/Banner.tsx";

/** Above the fields of an order, while the device seems to be offline. */
export function OfflineNote({ title }: { title: string }) {
  const isOffline = useSeemsOffline();
  return (
    <div role="status" className="empty:hidden">
      {isOffline && (
        <Banner tone="highlight" title={title}>
          You seem to be offline. Everything you typed is kept, so you can try now or later.
        </Banner>
      )}
    </div>
  );
}
