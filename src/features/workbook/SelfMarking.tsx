import type { MarksIsland } from "../../domain/island.ts";
import { gradeMarks, parseMarks, type Verdict } from "../../domain/marks.ts";
import { cx } from "../../ui/cx.ts";
import { MarkRow } from "./MarkRow.tsx";
import { MarksOnPaper } from "./MarksOnPaper.tsx";
import { useMarks } from "./useMarks.ts";

type Props = {
  island: MarksIsland;
  answerTo: (fieldId: string) => string;
  /** Rejects if the device could not store it. */
  onMark: (fieldId: string, marks: string) => Promise<void>;
};

const LIST = new Intl.ListFormat("en-GB");

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
  return `Not a pass yet. It needs ${LIST.format(lacks)}.`;
}

function rowsNamed(rows: readonly number[]): string {
  return `${rows.length === 1 ? "row" : "rows"} ${LIST.format(rows.map(String))}`;
}
