import { type ReactNode, useId } from "react";
import { cx } from "../cx.ts";

type Option<Value extends string> = { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean };

/** Rows for answers as long as a sentence, segments for two or three short alternatives, chips for a filter. */
type Look = "rows" | "segments" | "chips";

type Props<Value extends string> = {
  legend: string;
  options: readonly Option<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  look?: Look;
  /** Hides the legend visually if the surrounding text already says it. */
  legendHidden?: boolean | undefined;
  className?: string | undefined;
};

const GROUPS: Record<Look, string> = {
  rows: "flex flex-col gap-2",
  segments: "segments",
  chips: "flex flex-wrap gap-2",
};
const OPTIONS: Record<Look, string> = { rows: "option-row", segments: "segment", chips: "chip" };

/** Native radio buttons: arrow keys move and select, and the group is one tab stop. */
export function RadioGroup<Value extends string>(props: Props<Value>) {
  const { legend, options, value, onChange, look = "rows", legendHidden, className } = props;
  const name = useId();
  return (
    <fieldset className={cx("min-w-0", className)}>
      <legend className={legendHidden ? "sr-only" : "mb-2 font-semibold"}>{legend}</legend>
      <div className={GROUPS[look]}>
        {options.map((option) => (
          <label key={option.value} className={OPTIONS[look]}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className={look === "rows" ? "mt-1 size-5 shrink-0" : "covering-input"}
            />
            <span className="min-w-0">
              {option.label}
              {option.hint && <span className="option-hint">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type ChipProps = {
  legend: string;
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
  legendHidden?: boolean;
  className?: string;
};

/** A filter with a few options whose labels are their values. */
export function ChipGroup({ options, ...rest }: ChipProps) {
  return (
    <RadioGroup
      {...rest}
      look="chips"
      options={options.map((option) => ({ value: option, label: option }))}
    />
  );
}
