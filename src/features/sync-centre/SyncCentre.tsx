import { Download } from "lucide-react";
import { useState } from "react";
import { useQueue, useSyncStatus } from "../../db/live.ts";
import { NOT_THROUGH, type UnsentRow } from "../../db/synced/queue.ts";
import { retrySetAside, useUnsent } from "../../db/synced/unsent.ts";
import { SITE } from "../../domain/site.ts";
import { formatMoment } from "../../domain/text/dates.ts";
import { ago, syncSentence } from "../../domain/text/syncSentence.ts";
import { kindOf } from "../../entities/registry.ts";
import { isReadable } from "../../entities/row.ts";
import { deletionWarning, useMayBeDeleted } from "../../platform/device/deviceStorage.ts";
import { installSteps, useInstallOffer } from "../../platform/device/installPrompt.ts";
import { saveFile } from "../../platform/device/saveFile.ts";
import { useNow } from "../../platform/device/useNow.ts";
import { syncNow } from "../../sync/syncOnDemand.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { dismissFailures, toast } from "../../ui/overlay/toast.ts";

/** Shows whether the learner's work has been synced, and what to do about changes that have not. */
export function SyncCentre({ account }: { account: string }) {
  const { phase, lastSuccessAt } = useSyncStatus();
  const queue = useQueue();
  const unsent = useUnsent();
  const nowMs = useNow();
  const { isBusy, start, tryAgain } = useSyncNow();
  const rows = unsent.status === "ready" ? unsent.rows : [];
  const setAside = rows.filter((row) => row.unsent.isParked);
  const pending = rows.filter((row) => !row.unsent.isParked);
  const stopped = pending.filter((row) => row.unsent.error === NOT_THROUGH);
  const waiting = pending.filter((row) => row.unsent.error !== NOT_THROUGH);
  const since = (iso: string | null, never: string) =>
    iso === null ? never : ago(Math.max(0, nowMs - Date.parse(iso)));
  return (
    <section aria-labelledby="sync-title" className="flex flex-col gap-6">
      <h2 id="sync-title">Your work</h2>
      <p role="status" className="min-h-7 max-w-prose text-lg">
        {queue && syncSentence({ phase, ...queue, lastSuccessAt: null }, nowMs)}
      </p>
      <SafariWarning unsent={queue && queue.pending + queue.parked} />
      <FactList
        facts={[
          [queue ? String(queue.pending) : "…", "waiting to be sent"],
          [queue ? since(queue.oldestAt, "none") : "…", "oldest unsent change"],
          [since(lastSuccessAt, "not yet"), "last sync with your account"],
        ]}
      />
      <div className="flex flex-wrap gap-3">
        <Button busy={isBusy} onClick={start}>
          {isBusy ? "Syncing…" : "Sync now"}
        </Button>
        {rows.length > 0 && (
          <Button variant="secondary" onClick={() => saveFile(unsentFile(rows, account, Date.now()))}>
            <Download aria-hidden="true" className="size-5" />
            Save unsent work as a file
          </Button>
        )}
      </div>
      {setAside.length > 0 && (
        <div className="flex flex-col gap-2">
          <Banner
            tone="highlight"
            title="Rejected for now"
            action={
              <Button variant="secondary" busy={isBusy} onClick={tryAgain}>
                Try these again
              </Button>
            }
          >
            The server rejected this work five times. It is kept here and will not be deleted.
          </Banner>
          <EntryList rows={setAside} />
        </div>
      )}
      {stopped.length > 0 && (
        <div className="flex flex-col gap-2">
          <Banner tone="highlight" title="Not getting through">
            Your account can be reached, but this work is not getting through. A firewall on this network may
            be blocking it. It is kept here, and we will try again. You could try another network.
          </Banner>
          <EntryList rows={stopped} />
        </div>
      )}
      {waiting.length > 0 && (
        <Disclosure summary="Waiting to be sent">
          <EntryList rows={waiting} />
        </Disclosure>
      )}
    </section>
  );
}

/** Only in a Safari tab whose data is not protected. */
function SafariWarning({ unsent }: { unsent: number | null }) {
  const mayBeDeleted = useMayBeDeleted();
  const offer = useInstallOffer();
  if (!mayBeDeleted) return null;
  return (
    <Banner tone="highlight" title="Safari may delete what is on this device">
      <p>{deletionWarning(unsent)}</p>
      <p>The installed app keeps it. {installSteps(offer)}</p>
    </Banner>
  );
}

type File = { name: string; type: string; text: string };

/** All unsent work as one self-describing file, to keep or to send to support. */
function unsentFile(rows: readonly UnsentRow[], account: string, nowMs: number): File {
  const exportedAt = new Date(nowMs).toISOString();
  const content = {
    about: `Unsent work from one device, not yet received by ${SITE.name}.`,
    account,
    exportedAt,
    rows,
  };
  return {
    name: `unsent-work-${exportedAt.slice(0, 10)}.json`,
    type: "application/json",
    text: `${JSON.stringify(content, null, 2)}\n`,
  };
}

const TOAST_CAUSE = "sync";

/** Starts a sync, whose result the sync status shows. With `tryAgain` it includes parked changes. */
function useSyncNow(): { isBusy: boolean; start: () => void; tryAgain: () => void } {
  const [isBusy, setIsBusy] = useState(false);

  async function run(prepare: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    dismissFailures(TOAST_CAUSE);
    try {
      await prepare();
      await syncNow("asked");
    } catch (error) {
      console.error("The sync could not be started", error);
      toast({
        title: "That did not work",
        description: "Your work is safe on this device. Please try again.",
        variant: "destructive",
        cause: TOAST_CAUSE,
      });
    } finally {
      setIsBusy(false);
    }
  }

  return {
    isBusy,
    start: () => void run(async () => {}),
    tryAgain: () => void run(retrySetAside),
  };
}

/** Unsent changes, each with its time and, if the server rejected it, the reason. */
function EntryList({ rows }: { rows: readonly UnsentRow[] }) {
  return (
    <ul className="flex flex-col">
      {rows.map((row) => (
        <li key={`${row.kind} ${row.key}`} className="border-b border-line py-3">
          <p className="font-semibold wrap-anywhere">{nameOf(row)}</p>
          <p className="text-base text-muted">
            {formatMoment(row.unsent.since)}
            {row.unsent.error !== null && `. ${refusalReason(row.unsent.error)}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A newer version of the app may have stored a content that this one does not know. */
function nameOf(row: UnsentRow): string | undefined {
  const kind = kindOf(row.kind);
  return isReadable(kind, row) ? kind.label(row.content) : kindOf(row.kind)?.exportAs;
}

const REASONS: Record<string, string> = {
  not_entitled:
    "Your account does not currently have access to this lesson. This change will be sent again when it does.",
  not_reviewed: "A capstone can be handed in a second time only after a review that is not a pass.",
  unknown_version: "The server does not recognise this version of the lesson yet.",
  unknown_kind: "The server does not recognise this type of change yet.",
  too_many: "Your account has reached its limit. This work is safe on this device.",
  too_many_today: "You have reached today’s limit. This change will be sent tomorrow.",
  unknown_field: "The course no longer has this field. Your text is safe on this device.",
  too_large: "It is too large for the server.",
  [NOT_THROUGH]: "Something between this device and your account is blocking it.",
  invalid: "The server could not read it. We will try again with each new version of the app.",
};

/** Why a change is not in the account yet. `code` is the server's last error code, or NOT_THROUGH. */
function refusalReason(code: string | null): string {
  return REASONS[code ?? ""] ?? `The server did not accept it${code ? ` (${code})` : ""}.`;
}
