import { GlossaryPage } from "../../features/glossary/GlossaryPage.tsx";
import { useCourseState } from "../../features/player/course/useCourseState.ts";
import { titled } from "../page.ts";

export const handle = titled("Glossary");

/** Passes the player's access rules to the glossary, because features may not import each other. */
export function Component() {
  const course = useCourseState();
  return <GlossaryPage isLocked={course && ((lessonId) => course.standingOf(lessonId) === "locked")} />;
}
