import { useId } from "react";
import type { MarksIsland } from "../../domain/island.ts";
import { MARKS } from "../../domain/marks.ts";
import { Words } from "./Words.tsx";

type Props = {
  row: MarksIsland["rows"][number] & { marks: number | null };
  onMark: (marks: number) => void;
};

/** The level that describes each number of marks. 1 and 2 share a level. */
const LEVEL_OF = [0, 1, 1, 2, 3] as const;

export function MarkRow({ row, onMark }: Props) {
  const name = useId();
  return (
    <fieldset className="mark-row">
      <legend>
        {row.criterion}
        {row.needed && <span className="font-normal text-muted"> · 0 is not a pass</span>}
      </legend>
      {MARKS.map((marks) => (
        <label key={marks} className="option-row">
          <input
            type="radio"
            name={name}
            checked={row.marks === marks}
            onChange={() => onMark(marks)}
            className="mt-1 size-5 shrink-0"
          />
          <strong className="tabular-nums">{marks}</strong>
          <span className="min-w-0">
            {marks === 2 ? "Better than 1, but not yet 3" : <Words html={row.levels[LEVEL_OF[marks]]} />}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
