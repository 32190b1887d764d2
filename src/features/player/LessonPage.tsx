import type { LessonId } from "../../domain/ids.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import type { ActivitiesSlot } from "./activitiesSlot.ts";
import type { CourseState } from "./courseState.ts";
import { LessonHeader } from "./LessonHeader.tsx";
import { LessonView } from "./LessonView.tsx";
import type { NotesSlot } from "./notesSlot.ts";
import { PreviewNote } from "./PreviewNote.tsx";
import type { QuizSlot } from "./quizSlot.ts";

/** Only for users without access to the lesson, so readers need not load it. */
const LockedLesson = lazyPart(() => import("./LockedLesson.tsx"));

type Props = {
  lessonId: LessonId;
  course: CourseState;
  quiz: QuizSlot;
  activities: ActivitiesSlot;
  notes: NotesSlot;
  takesFocus: boolean;
};

/** The main area for a chosen lesson: its header and whatever this user may access. */
export function LessonPage({ lessonId, course, quiz, activities, notes, takesFocus }: Props) {
  const standing = course.standingOf(lessonId);
  return (
    <>
      <LessonHeader lessonId={lessonId} completed={course.isComplete(lessonId)} takesFocus={takesFocus} />
      {standing === "preview" && <PreviewNote signedIn={course.signedIn} />}
      {standing === "locked" ? (
        <LockedLesson signedIn={course.signedIn} />
      ) : (
        <LessonView lessonId={lessonId} course={course} quiz={quiz} activities={activities} notes={notes} />
      )}
    </>
  );
}
