import { useState } from "react";
import { useNavigationType, useSearchParams } from "react-router-dom";
import { clearDraft } from "../../db/draft.ts";
import { TOTAL_LESSONS } from "../../domain/course.ts";
import { isLessonId, type LessonId } from "../../domain/ids.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import type { ActivitiesSlot } from "./activitiesSlot.ts";
import { CourseCompletion } from "./CourseCompletion.tsx";
import { CourseFrame } from "./CourseFrame.tsx";
import { CourseSidebar } from "./CourseSidebar.tsx";
import type { CompletionSlot } from "./completionSlot.ts";
import { LessonPage } from "./LessonPage.tsx";
import type { NotesSlot } from "./notesSlot.ts";
import type { QuizSlot } from "./quizSlot.ts";
import { useCourseState } from "./useCourseState.ts";

/** Shown before a lesson is chosen, so lessons need not load it. */
const WelcomePanel = lazyPart(() => import("./WelcomePanel.tsx"), {
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

  if (!course) return <Spinner label="Loading your progress..." />;

  /** Choosing a lesson, even the current one, restarts it: quiz, answers and countdown (spec §4). */
  function choose(): void {
    setChoices((n) => n + 1);
    if (!current) return;
    clearDraft(current).catch((error: unknown) => console.error("Failed to clear the quiz draft", error));
  }

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
  const lesson = query.get("lesson");
  return lesson !== null && isLessonId(lesson) ? lesson : null;
}
