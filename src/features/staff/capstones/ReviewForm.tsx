import { RUBRIC } from "../../../domain/course/capstone.ts";
import { MARKS } from "../../../domain/course/marks.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { TextArea } from "../../../ui/form/TextArea.tsx";
import { COMMENT_MAX_LENGTH, type DraftState, OVERALL_MAX_LENGTH } from "./draft.ts";

/** The rubric with points and comments. Everything is stored on this device while it is typed. */
export function ReviewForm({ state: { draft, change } }: { state: DraftState }) {
  return (
    <form onSubmit={(event) => event.preventDefault()} className="flex flex-col gap-8">
      {RUBRIC.map(({ criterion, needed }, row) => (
        <div key={criterion} className="flex flex-col gap-3">
          <RadioGroup
            legend={`${row + 1}. ${criterion}${needed ? " (0 is not a pass)" : ""}`}
            look="segments"
            options={MARKS.map((marks) => ({ value: `${marks}`, label: `${marks}` }))}
            value={toValue(draft.scores[row])}
            onChange={(value) => change({ scores: draft.scores.with(row, Number(value)) })}
          />
          <Disclosure summary="What earns the points">
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
              {LEVEL_POINTS.map((points, level) => (
                <div key={points} className="contents">
                  <dt className="font-semibold whitespace-nowrap">{points}</dt>
                  <dd>{LEVELS[row]?.[level]}</dd>
                </div>
              ))}
            </dl>
          </Disclosure>
          <Field label={`Comment on row ${row + 1}`} optional>
            {(control) => (
              <TextArea
                {...control}
                rows={3}
                maxLength={COMMENT_MAX_LENGTH}
                value={draft.comments[row]}
                onChange={(event) => change({ comments: draft.comments.with(row, event.target.value) })}
              />
            )}
          </Field>
        </div>
      ))}
      <YesOrNo
        legend="Are there sources that the learner has opened?"
        value={draft.hasSources}
        onChange={(hasSources) => change({ hasSources })}
      />
      <YesOrNo
        legend="Is there a diligence statement?"
        value={draft.hasDiligence}
        onChange={(hasDiligence) => change({ hasDiligence })}
      />
      <Field label="The review as a whole" hint="The learner reads this first." optional>
        {(control) => (
          <TextArea
            {...control}
            rows={5}
            maxLength={OVERALL_MAX_LENGTH}
            value={draft.overall}
            onChange={(event) => change({ overall: event.target.value })}
          />
        )}
      </Field>
    </form>
  );
}

function toValue(score: number | null | undefined): string | null {
  return typeof score === "number" ? `${score}` : null;
}

type YesOrNoProps = { legend: string; value: boolean | null; onChange: (value: boolean) => void };

function YesOrNo({ legend, value, onChange }: YesOrNoProps) {
  return (
    <RadioGroup
      legend={legend}
      look="segments"
      options={[
        { value: "yes", label: "Yes" },
        { value: "no", label: "No" },
      ]}
      value={value === null ? null : value ? "yes" : "no"}
      onChange={(chosen) => onChange(chosen === "yes")}
    />
  );
}

/** What earns 0, 1 or 2, 3 and 4 points in each row of the rubric. The same words as in content/labs/review-a-review. */
export const LEVELS: readonly (readonly [string, string, string, string])[] = [
  [
    "Wrong or absent",
    "Describes the tool, vague on its limits",
    "Clear limits and one workable test",
    "Tests by group, and names what is uncertain",
  ],
  [
    "No workflow",
    "A generic prompt or steps",
    "A delegation map and a checked workflow",
    "Shows before and after, and the true time cost",
  ],
  [
    "Wrong tier, no safeguard",
    "The right area, a thin reason",
    "Correct tier, dated, a UK point, an owner named",
    "Explains doubt, when the rules would change, and a control that fits the risk",
  ],
  [
    "One lens, or a stereotype",
    "Two lenses named, little reasoning",
    "Two traditions applied with sources, one non-Western",
    "Shows tension and criticism, and changes the design because of it",
  ],
  [
    "Affected people absent",
    "Only listed",
    "Benefits, burdens, labour and data traced; a way to contest",
    "Gives affected people real authority, including the power to refuse",
  ],
];

const LEVEL_POINTS = ["0", "1 or 2", "3", "4"] as const;
