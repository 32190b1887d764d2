import type { LessonId } from "../../domain/ids.ts";
import { NotesPage } from "../../features/notes/NotesPage.tsx";
import { useCourseState } from "../../features/player/course/useCourseState.ts";
import { SignedIn } from "../member/SignedIn.tsx";
import { titled } from "../page.ts";

export const handle = titled("Your notes");

/** Passes the player's access rules to the notes, because features may not import each other. */
export function Component() {
  const course = useCourseState();
  const canWrite = (lessonId: LessonId) => course !== null && course.standingOf(lessonId) !== "locked";
  return <SignedIn opening="Opening your notes…">{() => <NotesPage canWrite={canWrite} />}</SignedIn>;
}
