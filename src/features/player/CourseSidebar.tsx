import { ListTree, X } from "lucide-react";
import { useState } from "react";
import { COURSE, moduleOf, TOTAL_LESSONS } from "../../domain/course.ts";
import type { LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Progress } from "../../ui/Progress.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import type { CourseState } from "./courseState.ts";
import { ModuleSection } from "./ModuleSection.tsx";
import { nextLesson } from "./nextLesson.ts";

const WAYS = [
  { to: paths.search(), label: "Search the course" },
  { to: paths.workbook(), label: "Your workbook" },
];
const NOTES = { to: paths.notes(), label: "Your notes" };

type Props = { course: CourseState; current: LessonId | null; onChoose: (lessonId: LessonId) => void };

/** The course at a glance. On a narrow screen the outline opens and closes; the progress always shows. */
export function CourseSidebar({ course, current, onChoose }: Props) {
  const [isShown, setIsShown] = useState(false);
  const here = current ?? nextLesson(course.isComplete) ?? "1";
  const Icon = isShown ? X : ListTree;
  return (
    <div className="flex flex-col gap-4">
      <Progress
        label="Course progress"
        value={course.completedCount}
        max={TOTAL_LESSONS}
        valueText={`${course.completedCount} of ${TOTAL_LESSONS} lessons complete`}
      />
      <p className="flex flex-wrap gap-x-5">
        {(course.signedIn ? [...WAYS, NOTES] : WAYS).map(({ to, label }) => (
          <TextLink key={to} to={to} className="inline-flex min-h-11 items-center">
            {label}
          </TextLink>
        ))}
      </p>
      <Button
        variant="secondary"
        className="lg:hidden"
        aria-expanded={isShown}
        aria-controls="course-outline"
        onClick={() => setIsShown(!isShown)}
      >
        <Icon aria-hidden="true" className="size-5" />
        {isShown ? "Hide the lessons" : "Show the lessons"}
      </Button>
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
