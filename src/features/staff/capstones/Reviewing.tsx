import * as z from "zod/mini";
import {
  CAPSTONE_PASS_MARKS,
  capstonePasses,
  passRule,
  RUBRIC,
  resultOf,
} from "../../../domain/course/capstone.ts";
import { gradeMarks } from "../../../domain/course/marks.ts";
import { once } from "../../../domain/once.ts";
import { formatMoment } from "../../../domain/text/dates.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { type Capstone, named, type Opinion } from "./capstones.ts";
import { type Draft, type DraftState, useDraft } from "./draft.ts";
import { ReviewForm } from "./ReviewForm.tsx";
import { SentReviewView } from "./SentReviewView.tsx";

type Props = { capstone: Capstone; onChange: () => void };

/** The review of a hand-in: being written, left to another reviewer, or sent. */
export function Reviewing({ capstone, onChange }: Props) {
  const { id, review, second_opinion: opinion } = capstone;
  const state = useDraft(id);
  return (
    <section aria-labelledby="review-title" className="flex flex-col gap-6">
      <h2 id="review-title" className="text-2xl">
        {review ? "The review" : "Your review"}
      </h2>
      {review && state.hasDraft && <Unsent state={state} />}
      {review && <SentReviewView review={review} />}
      {!review && opinion && <Requested id={id} opinion={opinion} onChange={onChange} />}
      {!review && !opinion?.is_mine && (
        <>
          <p className="text-muted">{passRule()}</p>
          <ReviewForm state={state} />
          <SendReview id={id} attempt={capstone.attempt} state={state} onSent={onChange} />
          {!opinion && <AskForSecondOpinion id={id} onDone={onChange} />}
        </>
      )}
    </section>
  );
}

function Unsent({ state }: { state: DraftState }) {
  return (
    <Banner
      tone="highlight"
      title="Your draft was not sent"
      action={
        <Button variant="secondary" onClick={state.remove}>
          Delete the draft
        </Button>
      }
    >
      Another review was sent first, and a review cannot be changed. Your draft is only on this device.
    </Banner>
  );
}

const NO_REPLY = z.unknown();

function Requested({ id, opinion, onChange }: { id: string; opinion: Opinion; onChange: () => void }) {
  const by = opinion.is_mine ? "you" : named(opinion.asked_by);
  return (
    <Banner
      tone="highlight"
      title={`Second opinion requested by ${by}, ${formatMoment(opinion.asked_at)}`}
      action={
        opinion.is_mine && (
          <ConfirmAction
            label="Withdraw the request"
            title="Withdraw your request?"
            sentence="You can then send the review yourself. Nobody is notified."
            run={() => staffRpc("staff_withdraw_second_opinion", { p_id: id }, NO_REPLY)}
            done="The request was withdrawn"
            onDone={onChange}
          />
        )
      }
    >
      <p className="written wrap-anywhere">{opinion.reason}</p>
      {opinion.is_mine && (
        <p>Another reviewer sends the review. What you have written so far stays on this device.</p>
      )}
    </Banner>
  );
}

function AskForSecondOpinion({ id, onDone }: { id: string; onDone: () => void }) {
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-5">
      <p className="max-w-prose">
        Are you unsure, or do you know the author? Leave the decision to another reviewer.
      </p>
      <ConfirmAction
        label="Ask for a second opinion"
        title="Ask for a second opinion?"
        sentence="The queue shows your request and your reason to the other reviewers, and one of them sends the review instead of you. You can withdraw the request until then."
        reason={{
          isRequired: true,
          hint: "Other reviewers read it, and so does the learner in a copy of their data.",
        }}
        run={({ reason }) => staffRpc("staff_ask_second_opinion", { p_id: id, p_reason: reason }, NO_REPLY)}
        done="You asked for a second opinion"
        onDone={onDone}
      />
    </div>
  );
}

const PASSED = z.boolean();
const LIST = once(() => new Intl.ListFormat("en-GB"));

type SendProps = { id: string; attempt: number; state: DraftState; onSent: () => void };

/** The result of the draft, updated with every change, and the button that sends it. */
function SendReview({ id, attempt, state: { draft, hasDraft, isStored, remove }, onSent }: SendProps) {
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
