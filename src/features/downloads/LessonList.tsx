import { CircleCheck, CloudDownload } from "lucide-react";
import { askForLesson } from "../../db/downloads.ts";
import type { Download } from "../../db/useDownloads.ts";
import { byteSize } from "../../domain/byteSize.ts";
import { outlineLesson } from "../../domain/course.ts";
import { Button } from "../../ui/Button.tsx";
import { fetchLessons } from "./fetchLessons.ts";
import { useAsyncAction } from "./useAsyncAction.ts";

type Props = { lessons: readonly Download[]; isOnline: boolean; onRemove: (lesson: Download) => void };

/** Every lesson with its size, its state on this device and the controls to change it. */
export function LessonList({ lessons, isOnline, onRemove }: Props) {
  return (
    <ul aria-label="Lessons" className="flex flex-col">
      {lessons.map((lesson) => (
        <LessonRow key={lesson.lessonId} lesson={lesson} isOnline={isOnline} onRemove={onRemove} />
      ))}
    </ul>
  );
}

const STATES: Record<Download["state"], string> = {
  here: "on this device",
  withoutVideo: "on this device, without its video",
  asked: "next to download",
  removed: "removed",
  absent: "not downloaded yet",
};

function LessonRow({ lesson, isOnline, onRemove }: Omit<Props, "lessons"> & { lesson: Download }) {
  const { isBusy, act } = useAsyncAction();
  const { lessonId, bytes, state } = lesson;
  const isHere = state === "here";
  const Icon = isHere ? CircleCheck : CloudDownload;
  const title = `Lesson ${lessonId}: ${outlineLesson(lessonId).title}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
      <Icon
        aria-hidden="true"
        className={isHere ? "size-5 shrink-0 text-done" : "size-5 shrink-0 text-muted"}
      />
      <div className="min-w-0 flex-1 basis-36">
        <p className="font-semibold">{title}</p>
        <p className="text-base text-muted">
          {byteSize(bytes)}, {STATES[state]}
        </p>
      </div>
      {lesson.hereBytes > 0 && (
        <Button variant="secondary" aria-label={`Remove lesson ${lessonId}`} onClick={() => onRemove(lesson)}>
          Remove
        </Button>
      )}
      {!isHere && (
        <Button
          variant="secondary"
          aria-label={`Download ${lesson.hereBytes > 0 ? "the video of " : ""}lesson ${lessonId}`}
          busy={isBusy}
          disabled={!isOnline}
          onClick={() => act(() => askForLesson(lessonId).then(fetchLessons))}
        >
          Download
        </Button>
      )}
    </li>
  );
}
