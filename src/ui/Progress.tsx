import { useId } from "react";
import { cx } from "./cx.ts";

type Props = {
  label: string;
  value: number;
  max?: number;
  /** Shown beside the bar and announced to screen readers, because "3 of 11 lessons" says more than 27 %. */
  valueText?: string;
  /** Hides the label visually if the surrounding text already says it. */
  labelHidden?: boolean;
  className?: string;
};

/** A native progress bar, which needs no inline width and therefore works under the Content-Security-Policy. */
export function Progress({ label, value, max = 100, valueText, labelHidden, className }: Props) {
  const id = useId();
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <div className={cx("flex flex-wrap justify-between gap-x-4", labelHidden && "sr-only")}>
        <span id={id}>{label}</span>
        {valueText && <span className="text-muted">{valueText}</span>}
      </div>
      <progress
        className="progress"
        aria-labelledby={id}
        aria-valuetext={valueText}
        value={Math.min(Math.max(value, 0), max)}
        max={max}
      />
    </div>
  );
}
