import { CircleCheck, CircleDashed, LockKeyhole } from "lucide-react";
import { Link } from "react-router-dom";
import { COURSE, moduleOf, type OutlineLesson, type OutlineModule } from "../../../domain/course/course.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { paths } from "../../../domain/paths.ts";
import { cx } from "../../../ui/cx.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import type { CourseState } from "./courseState.ts";
import { isPlainClick } from "./isPlainClick.ts";
import { type LessonStanding, standingLabel } from "./lessonStanding.ts";
import { nextLesson } from "./nextLesson.ts";

type Props = {
  course: CourseState;
  current: LessonId | null;
  onChoose: (lessonId: LessonId) => void;
  id?: string;
  className?: string;
};

/** The modules and lessons of the course, with the learner's progress. */
export function CourseOutline({ course, current, onChoose, id, className }: Props) {
  const here = current ?? nextLesson(course.isComplete) ?? "1";
  return (
    <nav id={id} aria-label="Lessons" className={className}>
      {COURSE.modules.map((module) => (
        <ModuleSection
          key={module.id}
          module={module}
          course={course}
          current={current}
          isOpen={moduleOf(here).id === module.id}
          onChoose={onChoose}
        />
      ))}
    </nav>
  );
}

type ModuleSectionProps = {
  module: OutlineModule;
  course: CourseState;
  current: LessonId | null;
  /** True if the module is open initially, because it contains the current or next lesson. */
  isOpen: boolean;
  onChoose: (lessonId: LessonId) => void;
};

/** A module of the outline that expands to its lessons. */
function ModuleSection({ module, course, current, isOpen, onChoose }: ModuleSectionProps) {
  const done = module.lessons.filter((lesson) => course.isComplete(lesson.id)).length;
  return (
    <Disclosure
      open={isOpen}
      summary={
        <>
          <span className="block text-base font-normal text-muted">
            Module {module.id}
            {course.progressLoad === "done" && ` · ${done} of ${module.lessons.length} done`}
          </span>{" "}
          {module.title}
        </>
      }
    >
      <ul className="flex flex-col gap-1">
        {module.lessons.map((lesson) => (
          <li key={lesson.id}>
            <LessonLink
              lesson={lesson}
              standing={course.standingOf(lesson.id)}
              completed={course.isComplete(lesson.id)}
              isKnown={course.progressLoad === "done"}
              isCurrent={lesson.id === current}
              onChoose={() => onChoose(lesson.id)}
            />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

type LessonLinkProps = {
  lesson: OutlineLesson;
  standing: LessonStanding;
  completed: boolean;
  /** True if progress from other devices has been loaded. Until then a lesson that looks incomplete may be complete. */
  isKnown: boolean;
  isCurrent: boolean;
  onChoose: () => void;
};

/** A lesson in the outline: completion, title, minutes and availability on this device. */
function LessonLink({ lesson, standing, completed, isKnown, isCurrent, onChoose }: LessonLinkProps) {
  return (
    <Link
      to={paths.course(lesson.id)}
      aria-current={isCurrent ? "page" : undefined}
      onClick={(event) => {
        if (isPlainClick(event)) onChoose();
      }}
      className={cx(
        "flex min-h-11 items-start gap-3 rounded-card px-3 py-2 no-underline hover:bg-sunken",
        // With forced colours a transparent border would show.
        isCurrent ? "border border-edge bg-sunken" : "m-px",
      )}
    >
      <StateIcon standing={standing} completed={completed} isKnown={isKnown} />{" "}
      <span className="min-w-0 flex-1">
        <span className={cx("block leading-snug", isCurrent && "font-semibold")}>{lesson.title}</span>{" "}
        <span className="block text-base text-muted">
          {lesson.minutes} min · {standingLabel(standing)}
        </span>
      </span>
    </Link>
  );
}

function StateIcon({
  standing,
  completed,
  isKnown,
}: Pick<LessonLinkProps, "standing" | "completed" | "isKnown">) {
  const Icon = completed ? CircleCheck : standing === "locked" ? LockKeyhole : CircleDashed;
  return (
    <>
      <Icon
        aria-hidden="true"
        className={cx("mt-0.5 size-5 shrink-0", completed ? "text-done" : "text-muted")}
      />
      <span className="sr-only">
        {completed ? "Done:" : isKnown ? "Not done:" : "Progress not loaded yet:"}
      </span>
    </>
  );
}
