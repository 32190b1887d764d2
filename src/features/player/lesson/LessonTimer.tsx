import { useEffect, useState } from "react";
import type { ModuleId } from "../../../domain/ids.ts";
import { Progress } from "../../../ui/Progress.tsx";
import { modulePattern } from "../../../ui/pattern/modulePattern.ts";
import { ThreadPattern } from "../../../ui/pattern/ThreadPattern.tsx";
import { formatCountdown, LESSON_SECONDS, secondsLeft } from "./countdown.ts";

type Props = {
  moduleId: ModuleId;
  startedAtMs: number;
};

/** The video area: the module's poster in place of a video, the remaining time and its progress bar. */
export function LessonTimer({ moduleId, startedAtMs }: Props) {
  const left = useCountdown(startedAtMs);
  return (
    <div className="flex flex-col gap-4 print:hidden">
      <div className="relative grid min-h-28 place-items-center overflow-hidden rounded-card border border-line sm:min-h-48">
        <ThreadPattern {...modulePattern(moduleId)} className="absolute inset-0 size-full" />
        <p className="relative flex items-baseline gap-3 rounded-card border border-line bg-surface px-5 py-2 sm:flex-col sm:items-center sm:gap-0 sm:px-6 sm:py-3">
          <span className="text-muted">Time left</span>
          <span role="timer" className="font-display text-3xl tabular-nums sm:text-4xl">
            {formatCountdown(left)}
          </span>
        </p>
      </div>
      <Progress
        label="Time spent"
        value={LESSON_SECONDS - left}
        max={LESSON_SECONDS}
        valueText={left === 0 ? "Your 30 minutes are up. Take all the time you need." : minutesSpent(left)}
      />
      {left > 0 && (
        <p className="text-base text-muted">The clock is only a guide. Nothing ends when it reaches zero.</p>
      )}
    </div>
  );
}

function minutesSpent(secondsLeftOfLesson: number): string {
  const minutes = Math.floor((LESSON_SECONDS - secondsLeftOfLesson) / 60);
  return `${minutes} of ${LESSON_SECONDS / 60} min`;
}

const TICK_MS = 1000;

/** Returns the whole seconds left of a lesson chosen at `startedAtMs`, updated every second until none are left. */
function useCountdown(startedAtMs: number): number {
  const [left, setLeft] = useState(() => secondsLeft(startedAtMs, Date.now()));
  const isOver = left === 0;

  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setLeft(secondsLeft(startedAtMs, Date.now())), TICK_MS);
    return () => clearInterval(timer);
  }, [startedAtMs, isOver]);

  return left;
}
