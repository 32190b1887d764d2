import { Navigate } from "react-router-dom";
import { paths } from "../../domain/paths.ts";
import { NotesPage } from "../../features/notes/NotesPage.tsx";
import { useCourseState } from "../../features/player/useCourseState.ts";
import { Spinner } from "../../ui/Spinner.tsx";

/** Where the notes learn from the player in which lessons this person may write: the features do not know each other. */
export function Component() {
  const course = useCourseState();
  if (!course) return <Spinner label="Opening your notes…" />;
  if (!course.signedIn) return <Navigate to={paths.auth()} replace />;
  return <NotesPage canWrite={(lessonId) => course.standingOf(lessonId) !== "locked"} />;
}
