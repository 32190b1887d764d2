import { Table } from "../../../ui/Table.tsx";
import { compare, grade, type Mark, oursOf, totalOf } from "./calibration.ts";
import type { ReviewData, Sample } from "./data.ts";
import { apartWords, differenceWords, leanWords, movementWords, verdictWords } from "./words.ts";

type Props = { data: ReviewData; sample: Sample; marks: readonly Mark[] };

export function compareSentence(
  data: ReviewData,
  sample: Sample,
  marks: readonly Mark[],
  guess: number,
): string {
  const ours = oursOf(sample);
  return `You gave ${totalOf(marks)} of ${grade(data, ours).most}, and we gave ${totalOf(ours)}. At first sight you said ${guess}.`;
}

/** The learner's scores beside ours, with our reasons. */
export function Comparison({ data, sample, marks }: Props) {
  const ours = oursOf(sample);
  const { differences, lean, apart } = compare(marks, ours);
  return (
    <>
      <p>
        {leanWords(lean)} {apartWords(apart)}
      </p>
      <p>
        By your scores this review is {verdictWords(grade(data, marks))}. By ours it is{" "}
        {verdictWords(grade(data, ours))}.
      </p>
      <Table
        caption={`Your scores for “${sample.title}” beside ours`}
        columns={[
          { header: "Criterion" },
          { header: "You", numeric: true },
          { header: "We", numeric: true },
          { header: "You were" },
        ]}
        rows={data.criteria.map(({ name }, row) => [
          `${row + 1}. ${name}`,
          marks[row],
          ours[row],
          differenceWords(differences[row] ?? 0),
        ])}
      />
      <h4 className="m-0!">Why we gave these scores</h4>
      <ol className="m-0! flex list-none flex-col gap-5 pl-0!">
        {data.criteria.map(({ name }, row) => (
          <li key={name} className="m-0! flex flex-col gap-1">
            <p className="m-0! font-semibold">
              {row + 1}. {name}: we gave {ours[row]}, and you gave {marks[row]}
            </p>
            <p className="m-0! border-l-4 border-line pl-3 text-muted">“{sample.scores[row]?.quote}”</p>
            <p className="m-0!">{sample.scores[row]?.reason}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

type MovementProps = { data: ReviewData; marks: readonly (readonly Mark[])[] };

/** Whether the learner moved closer to our scores from the first sample to the second. */
export function Movement({ data, marks }: MovementProps) {
  const [first, second] = data.samples.map((sample, place) => compare(marks[place] ?? [], oursOf(sample)));
  return (
    <p>
      <strong>{movementWords(first?.apart ?? 0, second?.apart ?? 0)}</strong> Five scores each are few, and
      one of the two reviews may simply have been easier to score.
    </p>
  );
}
