import { cx } from "./cx.ts";

type Props = {
  /** What is being waited for: "Loading your courses". */
  label: string;
  lines?: number;
  className?: string;
};

/** Holds the place of text that is on its way. It shows itself only when the wait is long enough to notice. */
export function Skeleton({ label, lines = 3, className }: Props) {
  return (
    <div role="status" className={cx("skeleton", className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={line} aria-hidden="true" className="skeleton-line" />
      ))}
    </div>
  );
}
