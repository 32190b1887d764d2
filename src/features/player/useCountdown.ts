import { useEffect, useState } from "react";
import { secondsLeft } from "./countdown.ts";

const TICK_MS = 1000;

/** Whole seconds left of a lesson chosen at `startedAtMs`, updated every second until none is left. */
export function useCountdown(startedAtMs: number): number {
  const [left, setLeft] = useState(() => secondsLeft(startedAtMs, Date.now()));
  const isOver = left === 0;

  // Synchronises with the wall clock.
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setLeft(secondsLeft(startedAtMs, Date.now())), TICK_MS);
    return () => clearInterval(timer);
  }, [startedAtMs, isOver]);

  return left;
}
