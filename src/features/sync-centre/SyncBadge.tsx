import { CloudUpload } from "lucide-react";
import { Link } from "react-router-dom";
import { useQueue, useSyncStatus } from "../../db/live.ts";
import type { SyncPhase } from "../../db/store/syncStatus.ts";
import { paths } from "../../domain/paths.ts";
import { useNow } from "../../platform/device/useNow.ts";

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

/** Changes that are sent within this time are not mentioned. Otherwise the badge would flicker with every answer. */
const WORTH_A_WORD_MS = 10_000;

type Facts = { phase: SyncPhase; pending: number; parked: number; oldestAt: string | null };

/** True if the learner should see that unsent work is on this device. `nowMs` is the device's clock. */
export function isWaiting({ phase, pending, parked, oldestAt }: Facts, nowMs: number): boolean {
  if (parked > 0) return true;
  if (pending === 0) return false;
  if (phase === "offline" || phase === "error" || phase === "signedOut") return true;
  return oldestAt !== null && nowMs - Date.parse(oldestAt) > WORTH_A_WORD_MS;
}
