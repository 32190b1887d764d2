import { useCourseState } from "../../features/player/useCourseState.ts";
import { SearchPage } from "../../features/search/SearchPage.tsx";

/** Where the search learns from the player what this person may read: the features do not know each other. */
export function Component() {
  const course = useCourseState();
  return (
    <SearchPage
      isLocked={course && ((lessonId) => course.standingOf(lessonId) === "locked")}
      signedIn={course?.signedIn ?? false}
    />
  );
}
