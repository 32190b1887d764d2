import type { LessonId } from "../../domain/ids.ts";
import { progressPercent } from "../../domain/progress.ts";
import type { CourseState } from "./courseState.ts";
import { LessonHeader } from "./LessonHeader.tsx";
import { LessonView } from "./LessonView.tsx";
import { LockedLesson } from "./LockedLesson.tsx";
import { PreviewNote } from "./PreviewNote.tsx";
import type { QuizSlot } from "./quizSlot.ts";

type Props = { lessonId: LessonId; course: CourseState; quiz: QuizSlot; takesFocus: boolean };

/** The main area once a lesson is chosen: its header, and what this person may do with it. */
export function LessonPage({ lessonId, course, quiz, takesFocus }: Props) {
  const completed = course.isComplete(lessonId);
  const standing = course.standingOf(lessonId);
  return (
    <>
      <LessonHeader lessonId={lessonId} completed={completed} takesFocus={takesFocus} />
      {standing === "preview" && <PreviewNote signedIn={course.signedIn} />}
      {standing === "locked" ? (
        <LockedLesson signedIn={course.signedIn} />
      ) : (
        <LessonView
          lessonId={lessonId}
          completed={completed}
          percent={progressPercent(course.completedCount)}
          signedIn={course.signedIn}
          quiz={quiz}
        />
      )}
    </>
  );
}
