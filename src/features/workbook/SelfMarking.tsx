import { useId, useState } from "react";
import { StorageFailure } from "../../db/store/storageFailure.ts";
import type { MarksIsland } from "../../domain/course/island.ts";
import { gradeMarks, MARKS, parseMarks, type Verdict } from "../../domain/course/marks.ts";
import { once } from "../../domain/once.ts";
import { cx } from "../../ui/cx.ts";
import { dismissFailures, toast } from "../../ui/overlay/toast.ts";
import { Words } from "../../ui/Words.tsx";

type Props = {
  island: MarksIsland;
  answerTo: (fieldId: string) => string;
  /** Rejects if the device could not store it. */
  onMark: (fieldId: string, marks: string) => Promise<void>;
};

const LIST = once(() => new Intl.ListFormat("en-GB"));

/** A rubric for self-marking: points per row, the total, and what a pass still needs. */
export function SelfMarking({ island, answerTo, onMark }: Props) {
  const { markOf, mark } = useMarks(answerTo, onMark);
  const rows = island.rows.map((row) => ({ ...row, marks: parseMarks(markOf(row.fieldId)) }));
  const verdict = gradeMarks(rows, island.passMarks);
  return (
    <section className="block block-marks">
      <p className="block-kind">Mark your own work</p>
      {island.title && <h3 className="block-title">{island.title}</h3>}
      <div className="print:hidden">
        {rows.map((row) => (
          <MarkRow key={row.fieldId} row={row} onMark={(marks) => mark(row.fieldId, String(marks))} />
        ))}
      </div>
      <MarksOnPaper rows={rows} />
      <div role="status" className={cx("marks-total", verdict.result === "unfinished" && "print:hidden")}>
        <p>
          <strong>
            {verdict.total} of {verdict.most} points.
          </strong>{" "}
          {inWords(verdict, island.passMarks)}
        </p>
      </div>
      {verdict.result === "unfinished" && (
        <p className="marks-total hidden print:block">Total: ______ of {verdict.most} points</p>
      )}
    </section>
  );
}

function inWords({ result, unmarked, zeros, short }: Verdict, passMarks: number): string {
  if (result === "unfinished") return `Still to mark: ${rowsNamed(unmarked)}.`;
  if (result === "pass") return "That is a pass.";
  const lacks = [
    ...(short > 0 ? [`${short} more to reach ${passMarks}`] : []),
    ...(zeros.length > 0 ? [`more than 0 in ${rowsNamed(zeros)}`] : []),
  ];
  return `Not a pass yet. It needs ${LIST().format(lacks)}.`;
}

function rowsNamed(rows: readonly number[]): string {
  return `${rows.length === 1 ? "row" : "rows"} ${LIST().format(rows.map(String))}`;
}

type MarkRowProps = {
  row: MarksIsland["rows"][number] & { marks: number | null };
  onMark: (marks: number) => void;
};

/** The level that describes each number of marks. 1 and 2 marks have the same level. */
const LEVEL_OF = [0, 1, 1, 2, 3] as const;

function MarkRow({ row, onMark }: MarkRowProps) {
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

type MarksOnPaperProps = { rows: readonly (MarksIsland["rows"][number] & { marks: number | null })[] };

/**
 * The rubric as a table for print, a quarter as high as the choices on screen. The last column is blank, for
 * handwriting.
 */
function MarksOnPaper({ rows }: MarksOnPaperProps) {
  return (
    <table className="hidden print:table">
      <thead>
        <tr>
          {["Criterion", "0", "1–2", "3", "4", "Marks"].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ fieldId, criterion, needed, levels, marks }) => (
          <tr key={fieldId}>
            <th scope="row">
              {criterion}
              {needed && " (0 is not a pass)"}
            </th>
            <td>
              <Words html={levels[0]} />
            </td>
            <td>
              <Words html={levels[1]} />
            </td>
            <td>
              <Words html={levels[2]} />
            </td>
            <td>
              <Words html={levels[3]} />
            </td>
            <td>{marks}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const TOAST_CAUSE = "marks";

/** A mark chosen in this component, and the stored mark at that time. */
type Chosen = { fieldId: string; marks: string; over: string };
type Marks = { markOf: (fieldId: string) => string; mark: (fieldId: string, marks: string) => void };

/**
 * Shows a newly chosen mark immediately, and keeps showing it until the stored mark changes from the value it had when
 * the mark was chosen.
 */
function useMarks(
  answerTo: (fieldId: string) => string,
  write: (fieldId: string, marks: string) => Promise<void>,
): Marks {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const waiting = chosen.filter(({ fieldId, over }) => answerTo(fieldId) === over);
  if (waiting.length < chosen.length) setChosen(waiting);
  const without = (fieldId: string) => (all: readonly Chosen[]) =>
    all.filter((each) => each.fieldId !== fieldId);

  function mark(fieldId: string, marks: string): void {
    setChosen((before) => [...without(fieldId)(before), { fieldId, marks, over: answerTo(fieldId) }]);
    const saved = () => dismissFailures(TOAST_CAUSE);
    write(fieldId, marks).then(saved, (error: unknown) => {
      if (!(error instanceof StorageFailure)) throw error;
      console.error("Failed to save marks", error);
      setChosen(without(fieldId));
      toast({
        title: "Error",
        description: "Your marks were not saved. Please try again.",
        variant: "destructive",
        cause: TOAST_CAUSE,
      });
    });
  }

  return {
    mark,
    markOf: (fieldId) => waiting.find((each) => each.fieldId === fieldId)?.marks ?? answerTo(fieldId),
  };
}
