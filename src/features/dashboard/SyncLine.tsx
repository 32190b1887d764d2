import { CloudCheck, CloudOff, CloudUpload } from "lucide-react";
import { useOutbox, useSyncStatus } from "../../db/live.ts";
import { syncSentence } from "../../domain/syncSentence.ts";
import { useNow } from "../../platform/useNow.ts";

/** Whether the learner's work is in the account or only on this device, and since when. */
export function SyncLine() {
  const { phase, lastSuccessAt } = useSyncStatus();
  const outbox = useOutbox();
  const nowMs = useNow();
  if (!outbox) return <p className="min-h-6" />;
  const { pending, parked } = outbox;
  const isTrouble = phase === "offline" || phase === "error" || phase === "signedOut" || parked > 0;
  const Icon = isTrouble ? CloudOff : pending > 0 ? CloudUpload : CloudCheck;
  return (
    <p className="flex items-start gap-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <span>{syncSentence({ phase, pending, parked, lastSuccessAt }, nowMs)}</span>
    </p>
  );
}
