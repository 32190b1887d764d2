import { Download } from "lucide-react";
import { useOutbox, useSyncStatus } from "../../db/live.ts";
import { NOT_THROUGH } from "../../db/settleEntries.ts";
import { useUnsent } from "../../db/unsent.ts";
import { ago, syncSentence } from "../../domain/syncSentence.ts";
import { saveFile } from "../../platform/saveFile.ts";
import { useNow } from "../../platform/useNow.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { EntryList } from "./EntryList.tsx";
import { unsentFile } from "./unsentFile.ts";
import { useSyncNow } from "./useSyncNow.ts";

/** Whether the learner's work has been synced, and what to do about changes that have not. */
export function SyncCentre({ account }: { account: string }) {
  const { phase, lastSuccessAt } = useSyncStatus();
  const outbox = useOutbox();
  const unsent = useUnsent();
  const nowMs = useNow();
  const { isBusy, syncNow, tryAgain } = useSyncNow();
  const entries = unsent.status === "ready" ? unsent.entries : [];
  const setAside = entries.filter(({ state }) => state === "parked");
  const pendingEntries = entries.filter(({ state }) => state === "pending");
  const stopped = pendingEntries.filter(({ error }) => error === NOT_THROUGH);
  const waiting = pendingEntries.filter(({ error }) => error !== NOT_THROUGH);
  const since = (iso: string | null, never: string) =>
    iso === null ? never : ago(Math.max(0, nowMs - Date.parse(iso)));
  return (
    <section aria-labelledby="sync-title" className="flex flex-col gap-6">
      <h2 id="sync-title">Your work</h2>
      <p role="status" className="min-h-7 max-w-prose text-lg">
        {outbox && syncSentence({ phase, ...outbox, lastSuccessAt: null }, nowMs)}
      </p>
      <FactList
        facts={[
          [outbox ? String(outbox.pending) : "…", "waiting to be sent"],
          [outbox ? since(outbox.oldestAt, "none") : "…", "oldest unsent change"],
          [since(lastSuccessAt, "not yet"), "last sync with your account"],
        ]}
      />
      <div className="flex flex-wrap gap-3">
        <Button busy={isBusy} onClick={syncNow}>
          {isBusy ? "Syncing…" : "Sync now"}
        </Button>
        {entries.length > 0 && (
          <Button variant="secondary" onClick={() => saveFile(unsentFile(entries, account, Date.now()))}>
            <Download aria-hidden="true" className="size-5" />
            Save unsent work as a file
          </Button>
        )}
      </div>
      {setAside.length > 0 && (
        <div className="flex flex-col gap-2">
          <Banner
            tone="highlight"
            title="Set aside"
            action={
              <Button variant="secondary" busy={isBusy} onClick={tryAgain}>
                Try these again
              </Button>
            }
          >
            The server rejected this work five times. It is kept here and will not be deleted.
          </Banner>
          <EntryList entries={setAside} />
        </div>
      )}
      {stopped.length > 0 && (
        <div className="flex flex-col gap-2">
          <Banner tone="highlight" title="Not getting through">
            Your account can be reached, but this work is not getting through. A firewall on this network may
            be blocking it. It is kept here, and we will try again. You could try another network.
          </Banner>
          <EntryList entries={stopped} />
        </div>
      )}
      {waiting.length > 0 && (
        <Disclosure summary="Waiting to be sent">
          <EntryList entries={waiting} />
        </Disclosure>
      )}
    </section>
  );
}
