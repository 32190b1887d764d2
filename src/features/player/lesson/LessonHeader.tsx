import { Check, Clock } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { moduleOf, outlineLesson } from "../../../domain/course/course.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { Badge } from "../../../ui/Badge.tsx";

type Props = {
  lessonId: LessonId;
  completed: boolean;
  /** True if the learner has just chosen this lesson, so that focus moves here. */
  takesFocus: boolean;
  /** On a later step the bar shows the title; the last one shows the rest of the header. */
  part?: "first" | "middle" | "last";
};

export function LessonHeader({ lessonId, completed, takesFocus, part = "first" }: Props) {
  const module = moduleOf(lessonId);
  const { title, minutes } = outlineLesson(lessonId);
  const titleRef = useRef<HTMLHeadingElement>(null);

  // Synchronises with the browser's focus, which is still on the link in the outline. Before the first paint, because
  // the text then moves the focus on to the place where the learner stopped.
  useLayoutEffect(() => {
    if (takesFocus) titleRef.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const heading = (
    <h1 ref={titleRef} tabIndex={-1} className={part === "first" ? undefined : "sr-only"}>
      {title}
    </h1>
  );
  if (part === "middle") return heading;
  return (
    <header className="flex flex-col gap-3">
      {part === "first" && <p className="eyebrow">Lesson {lessonId}</p>}
      {heading}
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone="note" className="wrap-anywhere">
          Module {module.id}: {module.title}
        </Badge>
        <span className="inline-flex items-center gap-1.5 text-muted">
          <Clock aria-hidden="true" className="size-5" />
          {minutes} min
        </span>
        {completed && (
          <Badge tone="done">
            <Check aria-hidden="true" className="size-4" />
            Completed
          </Badge>
        )}
      </div>
    </header>
  );
}
