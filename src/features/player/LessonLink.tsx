import { CircleCheck, CircleDashed, LockKeyhole } from "lucide-react";
import { Link } from "react-router-dom";
import type { OutlineLesson } from "../../domain/course.ts";
import { paths } from "../../domain/paths.ts";
import { cx } from "../../ui/cx.ts";
import { isPlainClick } from "./isPlainClick.ts";
import { type LessonStanding, standingLabel } from "./lessonStanding.ts";

type Props = {
  lesson: OutlineLesson;
  standing: LessonStanding;
  completed: boolean;
  /** Whether progress from other devices has been loaded, so that a lesson shown as incomplete really is. */
  isKnown: boolean;
  isCurrent: boolean;
  onChoose: () => void;
};

/** A lesson in the outline: completion, title, minutes and availability on this device. */
export function LessonLink({ lesson, standing, completed, isKnown, isCurrent, onChoose }: Props) {
  return (
    <Link
      to={paths.course(lesson.id)}
      aria-current={isCurrent ? "page" : undefined}
      onClick={(event) => {
        if (isPlainClick(event)) onChoose();
      }}
      className={cx(
        "flex min-h-11 items-start gap-3 rounded-card border-l-4 px-3 py-2 no-underline hover:bg-sunken",
        isCurrent ? "border-accent bg-sunken" : "border-transparent",
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

function StateIcon({ standing, completed, isKnown }: Pick<Props, "standing" | "completed" | "isKnown">) {
  const Icon = completed ? CircleCheck : standing === "locked" ? LockKeyhole : CircleDashed;
  return (
    <>
      <Icon
        aria-hidden="true"
        className={cx("mt-0.5 size-5 shrink-0", completed ? "text-done" : "text-muted")}
      />
      <span className="sr-only">{completed ? "Done:" : isKnown ? "Not done:" : "Not known yet:"}</span>
    </>
  );
}
