import { useCourseState } from "../../features/player/course/useCourseState.ts";
import { SearchPage } from "../../features/search/SearchPage.tsx";
import { titled } from "../page.ts";

export const handle = titled("Search the course");

/** Passes the player's access rules to the search, because features may not import each other. */
export function Component() {
  const course = useCourseState();
  return (
    <SearchPage
      isLocked={course && ((lessonId) => course.standingOf(lessonId) === "locked")}
      signedIn={course?.signedIn ?? false}
    />
  );
}
