import { useEffect, useRef, useState } from "react";

/** Time between two breaks in which the page can respond, in milliseconds. */
const SLICE_MS = 8;

/**
 * Runs a calculation in slices, so that it never blocks the page, and returns its result; null until then. It starts
 * again when `key` changes.
 */
export function useSteps<Result>(key: string, calculate: () => Generator<void, Result>): Result | null {
  const [found, setFound] = useState<{ key: string; result: Result } | null>(null);
  const latest = useRef(calculate);
  latest.current = calculate;
  useEffect(() => {
    const steps = latest.current();
    let timer: ReturnType<typeof setTimeout>;
    const slice = () => {
      const until = performance.now() + SLICE_MS;
      for (;;) {
        const step = steps.next();
        if (step.done) return setFound({ key, result: step.value });
        if (performance.now() >= until) break;
      }
      timer = setTimeout(slice);
    };
    timer = setTimeout(slice);
    return () => clearTimeout(timer);
  }, [key]);
  return found?.key === key ? found.result : null;
}
