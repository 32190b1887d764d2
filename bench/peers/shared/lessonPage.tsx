import { useMemo } from "react";
import { TOTAL_LESSONS } from "../../../src/domain/course/course.ts";

export const shownLesson = () => new URLSearchParams(location.search).get("lesson") ?? "1";

type Props = { pack: string | undefined; completed: number; onComplete: () => void };

/** The lesson as every peer shows it: its text, the learner's progress and one button. */
export function LessonPage({ pack, completed, onComplete }: Props) {
  const lesson = useMemo(() => (pack ? (JSON.parse(pack) as { title: string; html: string }) : null), [pack]);
  if (!lesson) return <p>Loading…</p>;
  return (
    <main>
      <h1>{lesson.title}</h1>
      <p id="completed">
        {completed} of {TOTAL_LESSONS} lessons complete
      </p>
      <div className="prose" dangerouslySetInnerHTML={{ __html: lesson.html }} />
      <button type="button" onClick={onComplete}>
        Mark as complete
      </button>
    </main>
  );
}
