import { useCallback, useState } from "react";
import { useNavigationType, useSearchParams } from "react-router-dom";
import { useAchievements } from "../../db/live.ts";
import { clearDraft } from "../../db/study/draft.ts";
import { TOTAL_LESSONS } from "../../domain/course/course.ts";
import { isLessonId, type LessonId } from "../../domain/ids.ts";
import { linkedName } from "../../domain/text/linkedValue.ts";
import { useAuth } from "../../platform/session/auth.tsx";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { CourseFrame } from "./course/CourseFrame.tsx";
import { CourseSidebar } from "./course/CourseSidebar.tsx";
import type { CourseState } from "./course/courseState.ts";
import { useCourseState } from "./course/useCourseState.ts";
import { LessonHeader } from "./lesson/LessonHeader.tsx";
import { LessonView } from "./lesson/LessonView.tsx";
import { PreviewNote } from "./lesson/PreviewNote.tsx";
import type { ActivitiesSlot } from "./slots/activitiesSlot.ts";
import type { CompletionSlot } from "./slots/completionSlot.ts";
import type { NotesSlot } from "./slots/notesSlot.ts";
import type { QuizSlot } from "./slots/quizSlot.ts";

/** Shown only before a lesson is chosen, so lessons do not have to load it. */
const WelcomePanel = lazyPart(() => import("./course/WelcomePanel.tsx"), {
  fallback: <Spinner label="Opening the course…" />,
});

type Props = { quiz: QuizSlot; activities: ActivitiesSlot; notes: NotesSlot; completion: CompletionSlot };

/** The course player. The chosen lesson is in the URL, so back, forward and bookmarks work. */
export function CoursePage({ quiz, activities, notes, completion }: Props) {
  const [query] = useSearchParams();
  const course = useCourseState();
  const [choices, setChoices] = useState(0);
  const isComingBack = useNavigationType() === "POP";
  const current = lessonIn(query);

  /** Choosing a lesson, even the current one, restarts it: quiz, answers and countdown (spec §4). */
  const choose = useCallback((): void => {
    setChoices((n) => n + 1);
    if (!current) return;
    clearDraft(current).catch((error: unknown) => console.error("Failed to clear the quiz draft", error));
  }, [current]);

  if (!course) return <Spinner label="Loading your progress..." />;

  return (
    <>
      <CourseFrame outline={<CourseSidebar course={course} current={current} onChoose={choose} />}>
        {current ? (
          <LessonPage
            key={`${current}:${choices}`}
            lessonId={current}
            course={course}
            quiz={quiz}
            activities={activities}
            notes={notes}
            takesFocus={!isComingBack}
            onChoose={choose}
          />
        ) : (
          <WelcomePanel course={course} onChoose={choose} />
        )}
      </CourseFrame>
      {course.completedCount === TOTAL_LESSONS && <CourseCompletion dialog={completion} />}
    </>
  );
}

function lessonIn(query: URLSearchParams): LessonId | null {
  const lesson = linkedName(query, "lesson");
  return lesson !== null && isLessonId(lesson) ? lesson : null;
}

/** Shown only to users without access to the lesson, so readers do not have to load it. */
const LockedLesson = lazyPart(() => import("./lesson/LockedLesson.tsx"));

type LessonPageProps = {
  lessonId: LessonId;
  course: CourseState;
  quiz: QuizSlot;
  activities: ActivitiesSlot;
  notes: NotesSlot;
  takesFocus: boolean;
  onChoose: () => void;
};

/** The main area for a chosen lesson: its header, and the parts of the lesson that this user may access. */
function LessonPage({ lessonId, course, takesFocus: isChosen, ...slots }: LessonPageProps) {
  // Going on to another step does not choose the lesson again.
  const [takesFocus] = useState(isChosen);
  const standing = course.standingOf(lessonId);
  if (standing === "locked")
    return (
      <>
        <LessonHeader lessonId={lessonId} completed={course.isComplete(lessonId)} takesFocus={takesFocus} />
        <LockedLesson lessonId={lessonId} signedIn={course.signedIn} />
      </>
    );
  return (
    <LessonView
      lessonId={lessonId}
      course={course}
      notice={standing === "preview" && <PreviewNote signedIn={course.signedIn} />}
      takesFocus={takesFocus}
      {...slots}
    />
  );
}

/** The learner who has closed the dialog since the app was loaded. */
let closedBy: string | null = null;

/**
 * Opens the certificate dialog as soon as the course achievement is stored, and on load with it (spec §4). Once closed,
 * it stays closed until the next load.
 */
function CourseCompletion({ dialog: Dialog }: { dialog: CompletionSlot }) {
  const { state } = useAuth();
  const userId = state.status === "signedIn" ? state.identity.userId : null;
  const achievements = useAchievements();
  const [isClosed, setIsClosed] = useState(userId !== null && closedBy === userId);
  const isEarned = achievements.status === "ready" && achievements.types.has("course_complete");
  const close = () => {
    closedBy = userId;
    setIsClosed(true);
  };
  return isEarned && !isClosed && <Dialog onClose={close} />;
}
