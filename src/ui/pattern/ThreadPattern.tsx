import { memo } from "react";
import { cx } from "../cx.ts";
import { braid, type Weave } from "./braid.ts";

const COLOURS = {
  clay: "stroke-clay",
  indigo: "stroke-indigo",
  ochre: "stroke-ochre",
  forest: "stroke-forest",
  ink: "stroke-thread-ink",
};
export type ThreadColour = keyof typeof COLOURS;

const ALL_COLOURS: readonly ThreadColour[] = ["clay", "indigo", "ochre", "forest", "ink"];

type Props = {
  /** The same seed always generates the same pattern, for example a module's id or a page's name. */
  seed: string;
  lanes?: number;
  steps?: number;
  weave?: Weave;
  /** Thread colours from top to bottom, repeated if there are more threads. */
  palette?: readonly ThreadColour[];
  className?: string;
};

/** The academy's motif of interlaced threads. Decorative and hidden from screen readers. */
export const ThreadPattern = memo(function ThreadPattern({
  seed,
  lanes = 5,
  steps = 12,
  weave,
  palette = ALL_COLOURS,
  className,
}: Props) {
  const { width, height, threads, gaps } = braid(seed, lanes, steps, weave);
  // One path for all threads of a colour keeps prerendered pages small.
  const inColour = (part: "whole" | "over") =>
    [...new Set(palette)].map((colour) => {
      const same = threads.filter((_, index) => palette[index % palette.length] === colour);
      const path = same.map((thread) => thread[part]).join("");
      return path && <path key={colour} d={path} className={COLOURS[colour]} />;
    });
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      strokeWidth="2.2"
      className={cx("thread-pattern bg-sunken", className)}
    >
      {inColour("whole")}
      <path d={gaps} strokeWidth="4.6" className="stroke-sunken" />
      {inColour("over")}
    </svg>
  );
});
