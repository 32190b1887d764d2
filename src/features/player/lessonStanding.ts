import { type LessonId, PREVIEW_LESSON_ID } from "../../domain/ids.ts";

/** What a person can do with one lesson on this device, now. */
export type LessonStanding = "locked" | "preview" | "downloaded" | "absent";

export type Access = "enrolled" | "notEnrolled" | "unknown";

/**
 * A lesson that is on the device stays readable while the enrolment is unknown: the device holds it because
 * the server once allowed it, and a train has no signal to ask again.
 */
export function lessonStanding(lessonId: LessonId, access: Access, installed: boolean): LessonStanding {
  if (access === "notEnrolled") return lessonId === PREVIEW_LESSON_ID ? "preview" : "locked";
  return installed ? "downloaded" : "absent";
}

/** The words beside a lesson's title. */
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
