import { useCourseProgress, useEnrollment, useInstalledLessons } from "../../db/live.ts";
import { useAuth } from "../../platform/auth.tsx";
import { type CourseState, courseState } from "./courseState.ts";

/** Read from the device alone; null while it is being read. */
export function useCourseState(): CourseState | null {
  const { state: auth } = useAuth();
  const progress = useCourseProgress();
  const installed = useInstalledLessons();
  const enrollment = useEnrollment();
  if (auth.status === "loading" || progress.status === "loading" || installed.status === "loading")
    return null;
  const completed = [...progress.byLesson.values()].filter((row) => row.completed).map((row) => row.lessonId);
  return courseState({
    signedIn: auth.status === "signedIn",
    enrollment: enrollment.status,
    completed: new Set(completed),
    installed: installed.lessonIds,
  });
}
