import type { ReactNode } from "react";
import { askForCourse, pauseDownloads, resumeDownloads } from "../../db/lessons/downloads.ts";
import { downloadStatus } from "../../db/store/syncStatus.ts";
import { byteSize } from "../../domain/text/byteSize.ts";
import { protectStorage } from "../../platform/device/deviceStorage.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { Progress } from "../../ui/Progress.tsx";
import { type CourseDownload, downloadName, fetchLessons } from "./courseDownload.ts";
import { DOWNLOADS, useAsyncAction } from "./useAsyncAction.ts";

type Props = { course: CourseDownload };

/** The course as a whole: how much of it is on this device, and the button that downloads the rest. */
export function CourseCard({ course }: Props) {
  const { hereBytes, totalBytes } = course;
  const amount = `${byteSize(hereBytes)} of ${byteSize(totalBytes)}`;
  return (
    <Card className="flex flex-col items-start gap-4">
      {course.state !== "unknown" && (
        <Progress
          label="The course"
          value={hereBytes}
          max={totalBytes}
          valueText={amount}
          className="w-full"
        />
      )}
      <p role="status" className="max-w-prose">
        {sentence(course)}
      </p>
      <Action course={course} />
    </Card>
  );
}

function sentence(course: CourseDownload): string {
  switch (course.state) {
    case "unknown":
      return "Go online to see how large the course is.";
    case "whole":
      return "The whole course is on this device. Lessons, quizzes and reviews work without a connection.";
    case "running":
      return running(course);
    case "waiting":
      return "The rest will download in a moment.";
    case "paused":
      return "Paused. What you have downloaded works without a connection.";
    case "failed":
      return FAILURES[course.why];
    case "offered":
      return course.why === "metered"
        ? "You may be charged for data on this connection, so nothing downloads automatically. Download the whole course, or individual lessons below."
        : "What you removed is not downloaded again until you ask for it.";
  }
}

function running({ id, isPausing }: Extract<CourseDownload, { state: "running" }>): string {
  const name = downloadName(id);
  return isPausing ? `Pausing once ${name} is downloaded.` : `Downloading ${name}…`;
}

const FAILURES = {
  noRoom:
    "This device does not have enough storage space for the rest. Your downloads are safe. Free some space, then try again.",
  network: "Connection lost. Your downloads are safe, and we will try again.",
  server: "The rest could not be downloaded just now. Your downloads are safe, and we will try again.",
} as const;

function Action({ course }: Props): ReactNode {
  const { isBusy, act } = useAsyncAction();
  const rest = byteSize(course.totalBytes - course.hereBytes);
  const wholeCourse = () => {
    askToKeep();
    return askForCourse().then(fetchLessons);
  };
  switch (course.state) {
    case "running":
      return (
        !course.isPausing && (
          <Button variant="secondary" onClick={() => act(pauseDownloads)}>
            Pause
          </Button>
        )
      );
    case "paused":
      return (
        <Button busy={isBusy} onClick={() => act(() => resumeDownloads().then(fetchLessons))}>
          Resume ({rest})
        </Button>
      );
    case "waiting":
      return (
        <Button variant="secondary" onClick={() => act(pauseDownloads)}>
          Pause
        </Button>
      );
    case "offered":
      return (
        <Button busy={isBusy} onClick={() => act(wholeCourse)}>
          Download the whole course ({rest})
        </Button>
      );
    case "failed":
      return (
        <Button busy={isBusy} onClick={() => act(fetchLessons)}>
          Try again ({rest})
        </Button>
      );
    case "whole":
      return (
        <Button
          variant="secondary"
          busy={isBusy}
          onClick={() => act(() => wholeCourse().then(sayIfUnchecked))}
        >
          Check for lesson updates
        </Button>
      );
    case "unknown":
      return null;
  }
}

/** A card that shows the whole course does not change when it could not be checked. */
function sayIfUnchecked(): void {
  if (downloadStatus().phase !== "failed") return;
  toast({
    title: "Lesson updates could not be checked",
    description: "Your lessons are safe. Check your connection and try again.",
    variant: "destructive",
    cause: DOWNLOADS,
  });
}

/** Do not await this: Firefox shows a prompt that the learner may never answer. */
function askToKeep(): void {
  protectStorage().catch((error: unknown) => {
    console.warn("Persistent storage could not be requested", error);
  });
}
