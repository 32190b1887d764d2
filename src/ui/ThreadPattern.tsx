import { memo } from "react";
import { braid } from "./braid.ts";
import { cx } from "./cx.ts";

const THREAD_COLOURS = ["stroke-clay", "stroke-indigo", "stroke-ochre", "stroke-forest", "stroke-thread-ink"];

type Props = {
  /** The same seed always gives the same pattern: a module's id, a page's name. */
  seed: string;
  lanes?: number;
  steps?: number;
  className?: string;
};

/** The academy's motif: interlaced threads. Decoration only, so it is hidden from screen readers. */
export const ThreadPattern = memo(function ThreadPattern({ seed, lanes = 5, steps = 12, className }: Props) {
  const { width, height, stretches } = braid(seed, lanes, steps);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      className={cx("bg-sunken", className)}
    >
      {stretches.map(({ thread, path, over }) => (
        <g key={`${thread}${path}`}>
          {over && <path d={path} className="stroke-sunken" strokeWidth="17" />}
          <path d={path} className={THREAD_COLOURS[thread % THREAD_COLOURS.length]} strokeWidth="8" />
        </g>
      ))}
    </svg>
  );
});
