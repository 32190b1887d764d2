import { CloudUpload } from "lucide-react";
import { Link } from "react-router-dom";
import { useQueue, useSyncStatus } from "../../db/live.ts";
import { paths } from "../../domain/paths.ts";
import { useNow } from "../../platform/device/useNow.ts";
import { isWaiting } from "./isWaiting.ts";

/** Shown in the header of every page while unsent work is on this device. */
export default function SyncBadge() {
  const { phase } = useSyncStatus();
  const queue = useQueue();
  const nowMs = useNow();
  if (!queue || !isWaiting({ phase, ...queue }, nowMs)) return null;
  const waiting = queue.pending + queue.parked;
  return (
    <Link
      to={paths.device()}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-card bg-highlight-soft px-3 font-semibold text-highlight-ink no-underline hover:underline print:hidden"
    >
      <CloudUpload aria-hidden="true" className="size-5 shrink-0" />
      <span>
        {waiting} <span className="sr-only">{waiting === 1 ? "change" : "changes"} </span>
        <span className="max-sm:sr-only">waiting</span>
        <span className="sr-only"> on this device</span>
      </span>
    </Link>
  );
}
