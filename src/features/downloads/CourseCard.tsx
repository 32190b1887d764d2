import type { ReactNode } from "react";
import { askForCourse, pauseDownloads, resumeDownloads } from "../../db/downloads.ts";
import { byteSize } from "../../domain/byteSize.ts";
import { protectStorage } from "../../platform/deviceStorage.ts";
import { useOnline } from "../../platform/useOnline.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Progress } from "../../ui/Progress.tsx";
import type { CourseDownload } from "./courseDownload.ts";
import { fetchLessons } from "./fetchLessons.ts";
import { useAsyncAction } from "./useAsyncAction.ts";

type Props = { course: CourseDownload };

/** The course as a whole: how much is on this device, and the button that downloads the rest. */
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
      return "How large the course is will be known once you have been online.";
    case "whole":
      return "The whole course is on this device. Lessons, quizzes and reviews work without a connection.";
    case "running":
      return running(course);
    case "waiting":
      return "The rest comes in a moment.";
    case "offline":
      return "You are offline. The rest comes by itself when you are back; what is here stays.";
    case "paused":
      return "Paused. What is here stays and works without a connection.";
    case "failed":
      return FAILURES[course.why];
    case "offered":
      return course.why === "metered"
        ? "Your browser says that data may cost you here, so nothing comes unasked. You can have all of it, or single lessons below."
        : "What you removed stays away until you ask for it.";
  }
}

function running({ lessonId, video, isPausing }: Extract<CourseDownload, { state: "running" }>): string {
  if (!video)
    return isPausing
      ? `Lesson ${lessonId} still arrives, then it pauses.`
      : `Downloading lesson ${lessonId}…`;
  if (isPausing) return "Pausing. What has come of the video stays.";
  return `Downloading the video of lesson ${lessonId}…`;
}

const FAILURES = {
  noRoom: "This device has no room for the rest. What is here stays. Free some space, then try again.",
  network: "The line broke. What has arrived stays, and we try again.",
  server: "The rest could not be fetched just now. What has arrived stays, and we try again.",
} as const;

function Action({ course }: Props): ReactNode {
  const { isBusy, act } = useAsyncAction();
  const isOnline = useOnline();
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
        <Button variant="secondary" busy={isBusy} disabled={!isOnline} onClick={() => act(wholeCourse)}>
          Look for newer lessons
        </Button>
      );
    case "unknown":
    case "offline":
      return null;
  }
}

/** Not awaited: Firefox shows a prompt that the learner may never answer. */
function askToKeep(): void {
  protectStorage().catch((error: unknown) => {
    console.warn("The browser could not be asked to keep the lessons", error);
  });
}
