import { GlossaryPage } from "../../features/glossary/GlossaryPage.tsx";
import { useCourseState } from "../../features/player/useCourseState.ts";

/** Where the glossary learns from the player what this person may read: the features do not know each other. */
export function Component() {
  const course = useCourseState();
  return <GlossaryPage isLocked={course && ((lessonId) => course.standingOf(lessonId) === "locked")} />;
}
