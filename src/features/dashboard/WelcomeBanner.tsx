import { COURSE, LESSON_MINUTES } from "../../domain/course.ts";
import { ThreadPattern } from "../../ui/ThreadPattern.tsx";

/** The header of My Learning. `percent` is null while the progress is unknown. */
export function WelcomeBanner({ percent }: { percent: number | null }) {
  return (
    <header className="overflow-hidden rounded-card border border-line bg-surface">
      <ThreadPattern seed="my-learning" steps={24} className="h-16 w-full sm:h-20" />
      <div className="flex flex-col gap-2 p-5 sm:p-7">
        <p className="eyebrow">My Learning</p>
        <h1>Welcome to your learning</h1>
        {percent !== null && <p className="max-w-prose">{greeting(percent)}</p>}
      </div>
    </header>
  );
}

function greeting(percent: number): string {
  if (percent >= 100) return `You have completed every lesson of ${COURSE.title}.`;
  if (percent === 0) return `${COURSE.title} is ready for you. ${LESSON_MINUTES} minutes a day is enough.`;
  return `You have completed ${percent}% of ${COURSE.title}.`;
}
