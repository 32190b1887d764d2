import { paths } from "../../../domain/paths.ts";
import { TextLink } from "../../../ui/TextLink.tsx";
import { Part } from "../kit.tsx";
import {
  compare,
  grade,
  improveFirst,
  isComplete,
  levelOf,
  type Mark,
  OWN,
  oursOf,
  type ReviewState,
  totalOf,
} from "./calibration.ts";
import { type Criterion, MOST, type ReviewData } from "./data.ts";
import { Scoring } from "./Scoring.tsx";
import { differenceWords, verdictWords } from "./words.ts";

type Props = {
  data: ReviewData;
  state: ReviewState;
  answerTo: (fieldId: string) => string;
  onMark: (row: number, score: number) => void;
};

/** The learner's own review from the workbook, its scores, and the criterion to improve first. */
export function Own({ data, state, answerTo, onMark }: Props) {
  const marks = state.marks[OWN];
  const answers = data.sections.map(({ field }) => answerTo(field).trim());
  const written = answers.filter((answer) => answer !== "").length;
  return (
    <Part
      title="Your own review"
      lead="Score it as the person in it who has the least power."
      say={
        isComplete(marks) &&
        `Your review: ${totalOf(marks)} of ${grade(data, marks).most} points. By your scores that is ${verdictWords(grade(data, marks))}.`
      }
      how={
        <>
          <p>
            {writtenWords(written, data.sections.length)}{" "}
            <TextLink to={paths.course("11")}>
              {written === 0 ? "Write it in lesson 11" : "Change it in lesson 11"}
            </TextLink>
            . If it is finished on paper or as a recording, score it from there. Give points for what the
            words say, and not for what you meant. If you are torn between two scores, take the lower one.
          </p>
          {!isComplete(marks) && (
            <p>
              Your total appears when all five criteria have a score. The lab counts as done already, so you
              can come back when your review is written.
            </p>
          )}
        </>
      }
    >
      <Scoring
        data={data}
        sections={data.sections.map(({ field }, place) => (
          <OwnWords key={field} answer={answers[place] ?? ""} />
        ))}
        marks={marks}
        onMark={onMark}
      />
      {isComplete(marks) && <OwnResult data={data} state={state} marks={marks} />}
    </Part>
  );
}

function OwnWords({ answer }: { answer: string }) {
  if (answer === "") return <p className="m-0! text-muted">Nothing in your workbook yet.</p>;
  return <p className="m-0! whitespace-pre-line wrap-anywhere">{answer}</p>;
}

function writtenWords(written: number, all: number): string {
  if (written === 0) return "Your workbook has no review yet.";
  if (written === all) return "All nine sections are in your workbook.";
  return `${written} of the ${all} sections ${written === 1 ? "is" : "are"} in your workbook.`;
}

type ResultProps = { data: ReviewData; state: ReviewState; marks: readonly number[] };

function OwnResult({ data, state, marks }: ResultProps) {
  const row = improveFirst(data.criteria, marks);
  const criterion = row === null ? undefined : data.criteria[row];
  return (
    <>
      <p className="m-0!">
        {row === null || !criterion
          ? "Every criterion has a 4. Ask another reader to score your review before you believe it."
          : `Improve criterion ${row + 1} first: ${criterion.name}. ${nextWords(criterion, marks[row] ?? 0)}`}
      </p>
      <p className="m-0!">
        {leaningWords(data, state.marks[1])} A pass also needs a diligence statement and sources that you have
        opened. Your final scores belong on <TextLink to={paths.sheet("rubric")}>the rubric</TextLink>.
      </p>
    </>
  );
}

/** What the rubric says about the next point. */
function nextWords(criterion: Criterion, score: number): string {
  const next = Math.min(score + 1, MOST);
  const level = `“${levelOf(criterion, next)}”`;
  if (next === 2) return `You gave it a 1. For a 2 the rubric asks for the same, but clear: ${level}.`;
  return `You gave it a ${score}. The rubric says for a ${next}: ${level}.`;
}

/** Reminds the learner how they scored the second sample. */
function leaningWords({ samples }: ReviewData, marks: readonly Mark[]): string {
  const ours = oursOf(samples[1]);
  const total = compare(marks, ours).differences.reduce((sum, each) => sum + each, 0);
  if (total === 0) return "For the second sample your total was the same as ours.";
  return `For the second sample you were ${differenceWords(total)} than we were, so score your own again with that in mind.`;
}
