import { memo, useState } from "react";
import type { LessonId } from "../../../domain/ids.ts";
import { cx } from "../../../ui/cx.ts";
import { LESSON_COLUMN } from "./CourseFrame.tsx";
import { CourseOutline } from "./CourseOutline.tsx";
import { CourseSummary } from "./CourseSummary.tsx";
import type { CourseState } from "./courseState.ts";

type Props = { course: CourseState; current: LessonId | null; onChoose: (lessonId: LessonId) => void };

/**
 * The course outline with the progress. On a narrow screen the outline can be closed; the progress stays visible. Not
 * rendered again with every step.
 */
export const CourseSidebar = memo(function CourseSidebar({ course, current, onChoose }: Props) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <a
        href={`#${LESSON_COLUMN}`}
        // The player reads the fragment as a place in the text, so the address stays as it is.
        onClick={(event) => {
          event.preventDefault();
          document.getElementById(LESSON_COLUMN)?.focus();
        }}
        className="sr-only text-link focus:not-sr-only"
      >
        Skip to the lesson
      </a>
      <CourseSummary
        signedIn={course.signedIn}
        progressLoad={course.progressLoad}
        completedCount={course.completedCount}
        isOutlineShown={isShown}
        onToggleOutline={() => setIsShown(!isShown)}
      />
      <CourseOutline
        id="course-outline"
        className={cx("lg:block", !isShown && "hidden")}
        course={course}
        current={current}
        onChoose={(lessonId) => {
          setIsShown(false);
          onChoose(lessonId);
        }}
      />
    </div>
  );
});
