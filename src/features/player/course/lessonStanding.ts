import { type LessonId, PREVIEW_LESSON_ID } from "../../../domain/ids.ts";

/** The availability of a lesson to the current user on this device. */
export type LessonStanding = "locked" | "preview" | "downloaded" | "absent";

export type Access = "enrolled" | "notEnrolled" | "unknown";

/**
 * A lesson on the device stays readable while the enrolment is unknown: the server allowed the download once, and an
 * offline device cannot ask again.
 */
export function lessonStanding(lessonId: LessonId, access: Access, installed: boolean): LessonStanding {
  if (access === "notEnrolled") return lessonId === PREVIEW_LESSON_ID ? "preview" : "locked";
  return installed ? "downloaded" : "absent";
}

/** The label beside a lesson's title. */
export function standingLabel(standing: LessonStanding): string {
  switch (standing) {
    case "locked":
      return "For enrolled learners";
    case "preview":
      return "Free preview";
    case "downloaded":
      return "On this device";
    case "absent":
      return "Not on this device yet";
  }
}
