import { CloudCheck, CloudOff, CloudUpload, HardDriveDownload } from "lucide-react";
import { type Download, useDownloads } from "../../db/lessons/useDownloads.ts";
import { useQueue, useSyncStatus } from "../../db/live.ts";
import { byteSize } from "../../domain/text/byteSize.ts";
import { syncSentence } from "../../domain/text/syncSentence.ts";
import { useNow } from "../../platform/device/useNow.ts";

/** The unsent work and the downloads on this device. */
export type DeviceFacts = { queue: NonNullable<ReturnType<typeof useQueue>>; files: readonly Download[] };

/** Null while loading. */
export function useThisDevice(): DeviceFacts | null {
  const queue = useQueue();
  const downloads = useDownloads();
  if (!queue || downloads.status === "loading") return null;
  return { queue, files: downloads.files };
}

/**
 * Which lessons are on this device, and whether the learner's work is in the account. Below what a learner comes for,
 * because these texts change with each sync; the header shows unsent work on every page.
 */
export function ThisDevice({ queue, files }: DeviceFacts) {
  return (
    <section aria-labelledby="device-title" className="flex min-w-0 flex-col gap-3">
      <h2 id="device-title">On this device</h2>
      <DeviceLine files={files} />
      <SyncLine queue={queue} />
    </section>
  );
}

/** Shows whether the learner's work is in the account or only on this device, and since when. */
function SyncLine({ queue: { pending, parked } }: Pick<DeviceFacts, "queue">) {
  const { phase, lastSuccessAt } = useSyncStatus();
  const nowMs = useNow();
  const isTrouble = phase === "offline" || phase === "error" || phase === "signedOut" || parked > 0;
  const Icon = isTrouble ? CloudOff : pending > 0 ? CloudUpload : CloudCheck;
  return (
    <p className="flex min-h-[2lh] items-start gap-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <span>{syncSentence({ phase, pending, parked, lastSuccessAt }, nowMs)}</span>
    </p>
  );
}

/** Shows how many lessons are on this device and how large the course is. */
function DeviceLine({ files }: Pick<DeviceFacts, "files">) {
  const lessons = files.filter(({ id }) => id !== "tokenizer");
  const here = lessons.filter(({ state }) => state === "here");
  const isWhole = files.every(({ state }) => state === "here");
  const size = byteSize(files.reduce((sum, file) => sum + file.bytes, 0));
  if (lessons.length === 0) return null;
  return (
    <p className="flex items-start gap-3">
      <HardDriveDownload aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      {isWhole
        ? `The whole course is on this device (${size}).`
        : `${here.length} of ${lessons.length} lessons are on this device. The whole course takes ${size}.`}
    </p>
  );
}
