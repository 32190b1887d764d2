import { CircleCheck, CloudDownload } from "lucide-react";
import { useEffect, useState } from "react";
import { askForDownload, removeDownloads } from "../../db/lessons/downloads.ts";
import { type Download, useDownloadStatus, useDownloads } from "../../db/lessons/useDownloads.ts";
import { outlineLesson } from "../../domain/course/course.ts";
import { byteSize } from "../../domain/text/byteSize.ts";
import { useMetered } from "../../platform/device/connection.ts";
import { protectStorage, readStorageUse, type StorageUse } from "../../platform/device/deviceStorage.ts";
import { useSeemsOffline } from "../../platform/device/offlineHint.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { Dialog } from "../../ui/overlay/Dialog.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { CourseCard } from "./CourseCard.tsx";
import { courseDownload, downloadName, fetchLessons, sizeOf } from "./courseDownload.ts";
import { useAsyncAction } from "./useAsyncAction.ts";

/** Manages the lessons and the tokenizer on this device: downloaded, downloading and removed. */
export function LessonsHere() {
  const downloads = useDownloads();
  const status = useDownloadStatus();
  const isMetered = useMetered();
  const [leaving, setLeaving] = useState<readonly Download[]>([]);
  if (downloads.status === "loading") return <Spinner label="Checking this device…" />;
  const { files, isPaused } = downloads;
  const course = courseDownload({ files, isPaused, status, isMetered });
  const here = files.filter(({ state }) => state === "here");
  return (
    <section aria-labelledby="downloads-title" className="flex flex-col gap-6">
      <h2 id="downloads-title">Lessons on this device</h2>
      <CourseCard course={course} />
      <StorageFacts hereBytes={course.hereBytes} />
      {files.length > 0 && <FileList files={files} onRemove={(file) => setLeaving([file])} />}
      {here.length > 1 && (
        <Button variant="secondary" className="self-start" onClick={() => setLeaving(here)}>
          Remove all downloads
        </Button>
      )}
      {leaving.length > 0 && <RemoveDialog files={leaving} onClose={() => setLeaving([])} />}
    </section>
  );
}

/** Shows how much storage the academy uses in this browser. A change of `hereBytes` triggers a new measurement. */
function StorageFacts({ hereBytes }: { hereBytes: number }) {
  const [use, setUse] = useState<StorageUse | null>(null);
  const [asked, setAsked] = useState(0);

  // The browser's storage estimate changes when lessons are added or removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: both only trigger a new measurement
  useEffect(() => {
    let isGone = false;
    readStorageUse().then(
      (found) => !isGone && setUse(found),
      (error: unknown) => console.warn("The storage estimate is unavailable", error),
    );
    return () => {
      isGone = true;
    };
  }, [hereBytes, asked]);

  if (!use) return null;
  const protect = () => {
    protectStorage().then(
      () => setAsked((n) => n + 1),
      (error: unknown) => console.warn("Persistent storage could not be requested", error),
    );
  };
  return (
    <div className="flex flex-col items-start gap-4">
      <FactList
        facts={[
          [byteSize(use.usedBytes), "used by the academy, including the app itself"],
          [byteSize(use.allowedBytes), "allowed by this browser"],
        ]}
      />
      <p className="max-w-prose text-muted">
        {use.isProtected
          ? "This browser will not clear the academy's data when the device is full."
          : "When the device is full, this browser may clear what is stored here. Work already sent to your account is safe."}
      </p>
      {!use.isProtected && asked === 0 && (
        <Button variant="secondary" onClick={protect}>
          Ask the browser to keep it
        </Button>
      )}
    </div>
  );
}

type FileListProps = {
  files: readonly Download[];
  onRemove: (file: Download) => void;
};

/** Every lesson and the tokenizer with its size, its state on this device and the controls to change it. */
function FileList({ files, onRemove }: FileListProps) {
  return (
    <ul aria-label="Lessons" className="flex flex-col">
      {files.map((file) => (
        <FileRow key={file.id} file={file} onRemove={onRemove} />
      ))}
    </ul>
  );
}

const STATES: Record<Download["state"], string> = {
  here: "on this device",
  asked: "next to download",
  removed: "removed",
  absent: "not downloaded yet",
};

function titleOf(id: Download["id"]): string {
  if (id !== "tokenizer") return `Lesson ${id}: ${outlineLesson(id).title}`;
  return "Tokenizer for the lab “What your words cost”";
}

function FileRow({ file, onRemove }: Omit<FileListProps, "files"> & { file: Download }) {
  const { isBusy, act } = useAsyncAction();
  const { id, bytes, state } = file;
  const name = downloadName(id);
  const isHere = state === "here";
  const Icon = isHere ? CircleCheck : CloudDownload;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
      <Icon
        aria-hidden="true"
        className={isHere ? "size-5 shrink-0 text-done" : "size-5 shrink-0 text-muted"}
      />
      <div className="min-w-0 flex-1 basis-36">
        <p className="font-semibold">{titleOf(id)}</p>
        <p className="text-base text-muted">
          {byteSize(bytes)}, {STATES[state]}
        </p>
      </div>
      {isHere ? (
        <Button variant="secondary" aria-label={`Remove ${name}`} onClick={() => onRemove(file)}>
          Remove
        </Button>
      ) : (
        <Button
          variant="secondary"
          aria-label={`Download ${name}`}
          busy={isBusy}
          onClick={() => act(() => askForDownload(id).then(fetchLessons))}
        >
          Download
        </Button>
      )}
    </li>
  );
}

type RemoveDialogProps = { files: readonly Download[]; onClose: () => void };

/** Asks for confirmation, because an offline learner could no longer read the lessons or do the lab. */
function RemoveDialog({ files, onClose }: RemoveDialogProps) {
  const isOffline = useSeemsOffline();
  const { isBusy, act } = useAsyncAction();
  const [only] = files;
  const what = files.length === 1 && only ? downloadName(only.id) : "all downloads";
  const remove = async () => {
    await removeDownloads(files.map(({ id }) => id));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Remove ${what} from this device?`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => act(remove)}>
            Remove
          </Button>
        </>
      }
    >
      <p>
        This frees {byteSize(sizeOf(files))}. Your progress, quizzes, workbook and notes stay. You can
        download it again, or open it when you are online.
      </p>
      {isOffline && (
        <Banner tone="highlight">
          You seem to be offline: anything you remove will be unavailable until you are back online.
        </Banner>
      )}
    </Dialog>
  );
}
