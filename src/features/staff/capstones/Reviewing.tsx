import * as z from "zod/mini";
import { passRule } from "../../../domain/course/capstoneResult.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { formatMoment } from "../frame/dates.ts";
import { type Capstone, named, type Opinion } from "./capstones.ts";
import { type DraftState, useDraft } from "./draft.ts";
import { ReviewForm } from "./ReviewForm.tsx";
import { SendReview } from "./SendReview.tsx";
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
