import { type ReactNode, useId } from "react";
import { MARKS } from "../../../domain/course/marks.ts";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { levelOf, type Mark } from "./calibration.ts";
import type { ReviewData } from "./data.ts";

type ReviewProps = { data: ReviewData; title: string; sections: readonly ReactNode[] };

/** A whole review, section by section. */
export function ReviewText({ data, title, sections }: ReviewProps) {
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      className="min-w-0 rounded-card border-2 border-dashed border-edge px-4 py-3"
    >
      <h4 id={id} className="mt-0!">
        {title}
      </h4>
      {data.sections.map(({ name, field }, place) => (
        <div key={field} className="mt-3">
          <SectionName place={place}>{name}</SectionName>
          {sections[place]}
        </div>
      ))}
    </article>
  );
}

function SectionName({ place, children }: { place: number; children: ReactNode }) {
  return (
    <p className="m-0! font-semibold text-muted">
      {place + 1}. {children}
    </p>
  );
}

type Props = {
  data: ReviewData;
  sections: readonly ReactNode[];
  marks: readonly Mark[];
  onMark: (row: number, score: number) => void;
};

/** One criterion after the other, each beside the sections that say most about it. */
export function Scoring({ data, sections, marks, onMark }: Props) {
  return (
    <ol className="m-0! flex list-none flex-col gap-8 pl-0!">
      {data.criteria.map((criterion, row) => (
        <li
          key={criterion.name}
          className="m-0! grid gap-4 border-t border-line pt-5 md:grid-cols-2 md:gap-6"
        >
          <div className="flex min-w-0 flex-col gap-3">
            {criterion.look.map((number) => (
              <div key={number}>
                <SectionName place={number - 1}>{data.sections[number - 1]?.name}</SectionName>
                {sections[number - 1]}
              </div>
            ))}
          </div>
          <RadioGroup
            legend={`Criterion ${row + 1}: ${criterion.name}${criterion.needed ? " (0 is not a pass)" : ""}`}
            options={MARKS.map((score) => ({
              value: `${score}`,
              label: (
                <>
                  <strong className="tabular-nums">{score}</strong>{" "}
                  {score === 2 ? "The same as for 1, and clear" : levelOf(criterion, score)}
                </>
              ),
            }))}
            value={typeof marks[row] === "number" ? `${marks[row]}` : null}
            onChange={(score) => onMark(row, Number(score))}
          />
        </li>
      ))}
    </ol>
  );
}
