import { useState } from "react";
import { type Download, useDownloadStatus, useDownloads } from "../../db/useDownloads.ts";
import { useMetered } from "../../platform/connection.ts";
import { useOnline } from "../../platform/useOnline.ts";
import { Button } from "../../ui/Button.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { CourseCard } from "./CourseCard.tsx";
import { courseDownload } from "./courseDownload.ts";
import { LessonList } from "./LessonList.tsx";
import { RemoveDialog } from "./RemoveDialog.tsx";
import { StorageFacts } from "./StorageFacts.tsx";

/** Manages the lessons on this device: downloaded, downloading and removed. */
export function LessonsHere() {
  const downloads = useDownloads();
  const status = useDownloadStatus();
  const isOnline = useOnline();
  const isMetered = useMetered();
  const [leaving, setLeaving] = useState<readonly Download[]>([]);
  if (downloads.status === "loading") return <Spinner label="Checking this device…" />;
  const { lessons, isPaused } = downloads;
  const course = courseDownload({ lessons, isPaused, status, isOnline, isMetered });
  const here = lessons.filter(({ hereBytes }) => hereBytes > 0);
  return (
    <section aria-labelledby="downloads-title" className="flex flex-col gap-6">
      <h2 id="downloads-title">Lessons on this device</h2>
      <CourseCard course={course} />
      <StorageFacts hereBytes={course.hereBytes} />
      {lessons.length > 0 && (
        <LessonList lessons={lessons} isOnline={isOnline} onRemove={(lesson) => setLeaving([lesson])} />
      )}
      {here.length > 1 && (
        <Button variant="secondary" className="self-start" onClick={() => setLeaving(here)}>
          Remove all lessons
        </Button>
      )}
      {leaving.length > 0 && (
        <RemoveDialog lessons={leaving} isOnline={isOnline} onClose={() => setLeaving([])} />
      )}
    </section>
  );
}
