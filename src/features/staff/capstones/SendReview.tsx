import * as z from "zod/mini";
import { CAPSTONE_PASS_MARKS, capstonePasses, RUBRIC } from "../../../domain/course/capstone.ts";
import { resultOf } from "../../../domain/course/capstoneResult.ts";
import { gradeMarks } from "../../../domain/course/marks.ts";
import { once } from "../../../domain/once.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import type { Draft, DraftState } from "./draft.ts";

const PASSED = z.boolean();
const LIST = once(() => new Intl.ListFormat("en-GB"));

type Props = { id: string; attempt: number; state: DraftState; onSent: () => void };

/** The result of the draft, updated with every change, and the button that sends it. */
export function SendReview({ id, attempt, state: { draft, hasDraft, isStored, remove }, onSent }: Props) {
  const finding = findingOf(draft);
  const missing = missingIn(draft);
  const { total, most, lacks } = resultOf(finding);
  const passes = capstonePasses(finding);
  const result = passes ? "a pass" : "not a pass";
  return (
    <div className="flex flex-col items-start gap-4 rounded-card bg-sunken p-5">
      <div role="status" className="flex flex-col gap-2">
        <p className="font-display text-xl font-semibold">
          {total} of {most} points{missing.length === 0 && `: ${result}`}
        </p>
        {missing.length > 0 && <p>Still to decide: {LIST().format(missing)}.</p>}
        {missing.length === 0 && !passes && <p>A pass needs: {LIST().format(lacks)}.</p>}
      </div>
      <ConfirmAction
        label="Send the review"
        variant="primary"
        disabled={missing.length > 0}
        title="Send this review?"
        sentence={`The learner gets ${total} of ${most} points, which is ${result}, with your comments and an email that says so. ${afterwards(passes, attempt)} A review cannot be changed.`}
        run={async () => {
          const result = await send(id, draft, finding);
          if (result.ok) remove();
          return result;
        }}
        done="The review was sent"
        onDone={onSent}
      />
      <p className="text-base text-muted">
        {!isStored
          ? "This device does not store the draft. Send the review before you leave this page."
          : hasDraft
            ? "Your draft is stored on this device only. You can leave and come back."
            : "Your draft is stored on this device as you write. Nobody sees it until you send it."}
      </p>
    </div>
  );
}

function afterwards(passes: boolean, attempt: number): string {
  if (passes) return "They can then get the credential for it.";
  return attempt === 1
    ? "They can improve it and hand it in once more."
    : "It was the second attempt, so they cannot hand it in again.";
}

function send(id: string, draft: Draft, { scores, hasSources, hasDiligence }: Finding) {
  const review = {
    p_hand_in: id,
    p_scores: scores,
    p_comments: draft.comments,
    p_overall: draft.overall,
    p_has_sources: hasSources,
    p_has_diligence: hasDiligence,
  };
  return staffRpc("review_capstone", review, PASSED);
}

type Finding = ReturnType<typeof findingOf>;

/** What is undecided counts as missing. */
function findingOf({ scores, hasSources, hasDiligence }: Draft) {
  return {
    scores: scores.map((score) => score ?? 0),
    hasSources: hasSources === true,
    hasDiligence: hasDiligence === true,
  };
}

function missingIn({ scores, hasSources, hasDiligence }: Draft): string[] {
  const rows = RUBRIC.map(({ needed }, index) => ({ needed, marks: scores[index] ?? null }));
  return [
    ...gradeMarks(rows, CAPSTONE_PASS_MARKS).unmarked.map((row) => `the points in row ${row}`),
    ...(hasSources === null ? ["the sources"] : []),
    ...(hasDiligence === null ? ["the diligence statement"] : []),
  ];
}
