import type { ReactNode } from "react";

/** The id of the element that holds the lesson, or what is shown before one is chosen. */
export const LESSON_COLUMN = "lesson";

/** The outline beside the page, or above it on a narrow screen. */
export function CourseFrame({ outline, children }: { outline: ReactNode; children: ReactNode }) {
  return (
    <div className="paper course-frame page grid lg:grid-cols-[20rem_minmax(0,1fr)] print:block">
      <div className="course-outline print:hidden lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto lg:p-1">
        {outline}
      </div>
      <div
        id={LESSON_COLUMN}
        tabIndex={-1}
        className="lesson-column flex min-w-0 max-w-3xl flex-col gap-6 outline-none lg:gap-8 lg:self-start"
      >
        {children}
      </div>
    </div>
  );
}
