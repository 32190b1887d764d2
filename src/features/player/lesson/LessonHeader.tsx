import { Clock } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { moduleOf, outlineLesson } from "../../../domain/course/course.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { cx } from "../../../ui/cx.ts";
import { CompletedBadge } from "./LessonButtons.tsx";

type Props = {
  lessonId: LessonId;
  completed: boolean;
  /** True if the learner has just chosen this lesson, so that focus moves here. */
  takesFocus: boolean;
  /** What the head offers on this step (HeadActions). */
  actions?: ReactNode;
};

/** After the first step the bar shows the title; the last step shows module and duration again. */
export function LessonHeader({ lessonId, completed, takesFocus, actions }: Props) {
  const module = moduleOf(lessonId);
  const { title, minutes } = outlineLesson(lessonId);
  const titleRef = useRef<HTMLHeadingElement>(null);

  // The focus is still on the link in the outline. Before the first paint, because the text then moves the
  // focus on to the place where the learner stopped.
  useLayoutEffect(() => {
    if (takesFocus) titleRef.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  return (
    <header className="lesson-header flex flex-col gap-3">
      <p className="eyebrow" data-on="first">
        Lesson {lessonId}
      </p>
      <h1 ref={titleRef} tabIndex={-1}>
        {title}
      </h1>
      <div className="flex flex-wrap items-center gap-3" data-on="first last">
        <Badge tone="note" className="wrap-anywhere">
          Module {module.id}: {module.title}
        </Badge>
        <span className="inline-flex items-center gap-1.5 text-muted">
          <Clock aria-hidden="true" className="size-5" />
          {minutes} min
        </span>
      </div>
      {(actions || completed) && (
        <LessonActionRow completed={completed}>{actions || <CompletedBadge />}</LessonActionRow>
      )}
    </header>
  );
}

/** As high as its buttons, so that the text stays where it is while the progress loads. */
export function LessonActionRow({ completed, children }: { completed: boolean; children: ReactNode }) {
  return (
    <div className={cx("flex min-h-11 flex-wrap items-center gap-3", !completed && "print:hidden")}>
      {children}
    </div>
  );
}
