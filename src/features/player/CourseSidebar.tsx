import { useState } from "react";
import { COURSE, moduleOf } from "../../domain/course.ts";
import type { LessonId } from "../../domain/ids.ts";
import { cx } from "../../ui/cx.ts";
import { CourseSummary } from "./CourseSummary.tsx";
import type { CourseState } from "./courseState.ts";
import { ModuleSection } from "./ModuleSection.tsx";
import { nextLesson } from "./nextLesson.ts";

type Props = { course: CourseState; current: LessonId | null; onChoose: (lessonId: LessonId) => void };

/** The course outline with the progress. On a narrow screen the outline can be closed; the progress stays visible. */
export function CourseSidebar({ course, current, onChoose }: Props) {
  const [isShown, setIsShown] = useState(false);
  const here = current ?? nextLesson(course.isComplete) ?? "1";
  return (
    <div className="flex flex-col gap-4">
      <CourseSummary
        signedIn={course.signedIn}
        progressLoad={course.progressLoad}
        completedCount={course.completedCount}
        isOutlineShown={isShown}
        onToggleOutline={() => setIsShown(!isShown)}
      />
      <nav id="course-outline" aria-label="Lessons" className={cx("lg:block", !isShown && "hidden")}>
        {COURSE.modules.map((module) => (
          <ModuleSection
            key={module.id}
            module={module}
            course={course}
            current={current}
            isOpen={moduleOf(here).id === module.id}
            onChoose={(lessonId) => {
              setIsShown(false);
              onChoose(lessonId);
            }}
          />
        ))}
      </nav>
    </div>
  );
}
