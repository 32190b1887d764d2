import { useMemo } from "react";
import { useCourseProgress, useInstalledLessons } from "../../../db/live.ts";
import { useEnrollment } from "../../../db/study/enrollment.ts";
import { useAuth } from "../../../platform/session/auth.tsx";
import { type CourseState, courseState } from "./courseState.ts";

/** Read only from the device. Null while loading. */
export function useCourseState(): CourseState | null {
  const { state: auth } = useAuth();
  const progress = useCourseProgress();
  const installed = useInstalledLessons();
  const enrollment = useEnrollment();
  // The same object until something changes, so that another step does not render the outline again.
  return useMemo(() => {
    if (auth.status === "loading" || progress.status === "loading" || installed.status === "loading")
      return null;
    const completed = [...progress.byLesson.values()].filter((row) => row.completed);
    return courseState({
      signedIn: auth.status === "signedIn",
      // A lesson stays locked while "not enrolled" is being checked; LockedLesson explains that.
      enrollment:
        enrollment.status === "enrolled" || enrollment.status === "unknown"
          ? enrollment.status
          : "notEnrolled",
      progressLoad: progress.load,
      completed: new Set(completed.map((row) => row.lessonId)),
      installed: installed.lessonIds,
    });
  }, [auth.status, enrollment.status, progress, installed]);
}
