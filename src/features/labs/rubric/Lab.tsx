import { useId } from "react";
import * as z from "zod/mini";
import { Words } from "../../../ui/Words.tsx";
import { defineLab, type ToyProps } from "../defineLab.tsx";
import { Part } from "../kit.tsx";
import { dataSchema, RUBRIC_MARKS, type RubricData } from "./data.ts";

/** One character for each point: the place of its mark, or "-". */
type State = { marks: string };

const OPEN = "-";
const YES = "0";
const PARTLY = "1";

/** The points of a task, which the learner marks. All marks make the task done. */
export default defineLab<RubricData, State>({
  data: dataSchema,
  state: ({ points }) => z.object({ marks: z.string().check(z.regex(/^[-012]*$/), z.length(points.length)) }),
  begin: ({ points }) => ({ marks: OPEN.repeat(points.length) }),
  steps: ({ marks }) => [...marks].map((mark) => mark !== OPEN),
  found: ({ marks }, { points }) => <Found marks={marks} points={points} />,
  words: { step: "Point", done: "Task done" },
  Toy: Rubric,
});

function Rubric({ data: { points }, state: { marks }, onChange }: ToyProps<RubricData, State>) {
  const mark = (place: number, value: number) =>
    onChange({ marks: marks.slice(0, place) + value + marks.slice(place + 1) });
  return (
    <Part title="Your marks">
      <div className="flex flex-col gap-5 text-ink print:hidden">
        {points.map(({ point, how }, place) => (
          <Point
            key={point}
            point={point}
            how={how}
            marked={marks[place]}
            onMark={(value) => mark(place, value)}
          />
        ))}
      </div>
      <RubricOnPaper points={points} marks={marks} />
    </Part>
  );
}

type PointProps = RubricData["points"][number] & {
  marked: string | undefined;
  onMark: (place: number) => void;
};

function Point({ point, how, marked, onMark }: PointProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={`${name}-how`}>
      <legend className="font-semibold">{point}</legend>
      <p id={`${name}-how`} className="text-muted">
        <Words html={how} />
      </p>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {RUBRIC_MARKS.map((words, place) => (
          <label key={words} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={name}
              checked={marked === String(place)}
              onChange={() => onMark(place)}
              className="size-5 shrink-0"
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The rubric to tick by hand, with the marks that were chosen. */
function RubricOnPaper({ points, marks }: RubricData & State) {
  return (
    <table className="hidden print:table">
      <thead>
        <tr>
          {["Point", ...RUBRIC_MARKS].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map(({ point, how }, row) => (
          <tr key={point}>
            <td>
              <strong>{point}</strong> <Words html={how} />
            </td>
            {RUBRIC_MARKS.map((words, place) => (
              <td key={words}>{marks[row] === String(place) ? "☒" : "☐"}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Found({ marks, points }: RubricData & State) {
  const met = [...marks].filter((mark) => mark === YES).length;
  const partly = [...marks].filter((mark) => mark === PARTLY).length;
  const open = points.filter((_, place) => marks[place] !== YES);
  return (
    <>
      <p>
        <strong>
          {met} of {points.length}:
        </strong>{" "}
        {verdict(met, points.length)}
        {partly > 0 && `, and ${partly} met partly`}.
      </p>
      {open.length === 0 ? (
        <p>Keep the words that you used. They will work again on a task of the same kind.</p>
      ) : (
        <>
          <p>
            To try next: change your words with these points in mind, run them again, and mark the new answer.
          </p>
          <ul className="list-disc pl-6">
            {open.map(({ point }) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function verdict(met: number, all: number): string {
  if (met === all) return "every point is met";
  if (met === 0) return "no point is met in full yet";
  return met * 2 >= all ? "most points are met" : "some points are met";
}
