import type { ProgressLoad } from "../../../db/live.ts";
import type { LessonId } from "../../../domain/ids.ts";
import type { Access, LessonStanding } from "./lessonStanding.ts";
import { lessonStanding } from "./lessonStanding.ts";

/** This user's state on this device, for the outline and the lesson. */
export type CourseState = {
  signedIn: boolean;
  access: Access;
  /** Until this is "done", `completedCount` and `isComplete` cover only progress made on this device. */
  progressLoad: ProgressLoad;
  completedCount: number;
  isComplete: (lessonId: LessonId) => boolean;
  standingOf: (lessonId: LessonId) => LessonStanding;
};

export function courseState(facts: {
  signedIn: boolean;
  enrollment: Access;
  progressLoad: ProgressLoad;
  completed: ReadonlySet<LessonId>;
  installed: ReadonlySet<LessonId>;
}): CourseState {
  const { signedIn, enrollment, progressLoad, completed, installed } = facts;
  const access = signedIn ? enrollment : "notEnrolled";
  return {
    signedIn,
    access,
    progressLoad,
    completedCount: completed.size,
    isComplete: (lessonId) => completed.has(lessonId),
    standingOf: (lessonId) => lessonStanding(lessonId, access, installed.has(lessonId)),
  };
}
