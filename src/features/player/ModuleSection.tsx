import type { OutlineModule } from "../../domain/course.ts";
import type { LessonId } from "../../domain/ids.ts";
import { Disclosure } from "../../ui/Disclosure.tsx";
import type { CourseState } from "./courseState.ts";
import { LessonLink } from "./LessonLink.tsx";

type Props = {
  module: OutlineModule;
  course: CourseState;
  current: LessonId | null;
  /** Initially open: contains the current or next lesson. */
  isOpen: boolean;
  onChoose: (lessonId: LessonId) => void;
};

/** A module of the outline that expands to its lessons. */
export function ModuleSection({ module, course, current, isOpen, onChoose }: Props) {
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
