import { type ReactNode, useId } from "react";
import { useSyncStatus } from "../../db/live.ts";
import type { SyncPhase } from "../../db/store/syncStatus.ts";
import { useUnsent } from "../../db/synced/unsent.ts";
import { type CapstoneReading, resultOf } from "../../domain/course/capstone.ts";
import { paths } from "../../domain/paths.ts";
import { type CapstoneHandIn, type CapstoneReview, capstone } from "../../entities/capstone/capstone.ts";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { ArrivingHeading, DoneMark, FrozenText, moment, Points } from "./parts.tsx";

type Props = {
  handIn: CapstoneHandIn;
  /** Whether another device handed in the same attempt, without effect. */
  hasRival: boolean;
  reading: CapstoneReading | null;
  isLabDone: boolean;
  takesFocus: boolean;
  /** Shown inside the disclosure of the first attempt, below a second one. */
  isEarlier?: boolean;
};

/** One attempt: where it is on its way, the review once there is one, and the text that was handed in. */
export function HandedIn({ handIn, hasRival, reading, isLabDone, takesFocus, isEarlier = false }: Props) {
  const id = useId();
  const { review, texts } = handIn;
  const frozen = (
    <>
      {review && <p className="mb-4 text-muted">Handed in on {moment(handIn.handedInAt)}.</p>}
      <FrozenText texts={texts} />
    </>
  );
  return (
    <section aria-labelledby={id} className="flex flex-col gap-6">
      {review ? (
        <Review id={id} review={review} takesFocus={takesFocus} />
      ) : (
        <>
          <ArrivingHeading id={id} takesFocus={takesFocus}>
            {handIn.attempt === 1 ? "Your capstone is handed in" : "Your second attempt is handed in"}
          </ArrivingHeading>
          <Way handIn={handIn} reading={reading} isLabDone={isLabDone} />
        </>
      )}
      {review?.passed && !isEarlier && (
        <p className="max-w-prose print:hidden">
          <TextLink to={paths.certificate()}>Get your credential “Capstone reviewed”</TextLink>
        </p>
      )}
      {review && !review.passed && handIn.attempt === 2 && (
        <p className="max-w-prose">
          That was the second attempt, so this capstone cannot be handed in again. Your workbook stays open.
        </p>
      )}
      {hasRival && (
        <p className="max-w-prose">
          You handed it in on two devices. Only one copy counts, the one below. Everything that you wrote is
          still in your workbook.
        </p>
      )}
      {isEarlier ? (
        <div className="flex flex-col gap-4">
          <h3 className="text-xl">What you handed in</h3>
          {frozen}
        </div>
      ) : (
        <Disclosure summary="Read what you handed in">{frozen}</Disclosure>
      )}
    </section>
  );
}

/** The stations of a hand-in that has no review yet. */
function Way({ handIn, reading, isLabDone }: Pick<Props, "handIn" | "reading" | "isLabDone">) {
  const isReceived = handIn.receivedAt !== null;
  return (
    <ol className="flex flex-col gap-4">
      <Station isDone title="Handed in">
        {moment(handIn.handedInAt)}
      </Station>
      <Station isDone={isReceived} title={isReceived ? "Received" : "Not sent yet"}>
        <span role="status">
          {isReceived ? (
            `In your account since ${moment(handIn.receivedAt ?? "")}`
          ) : (
            <Sending id={handIn.id} />
          )}
        </span>
      </Station>
      {reading === "self" ? (
        <Station isDone={isLabDone} title={isLabDone ? "Scored by you" : "Now score it yourself"}>
          {isLabDone
            ? "You have done the lab that goes with your capstone. You can return to it at any time: "
            : "Your plan has a guided self-review, so nobody else reads your capstone. The lab shows you how others score, and then you score your own: "}
          <TextLink to={paths.lab("review-a-review")}>Review a review</TextLink>
        </Station>
      ) : (
        <Station isDone={false} title="Waiting for a reviewer">
          {reading === "reviewer"
            ? "Points and comments appear on this page, on each of your devices. We cannot name a day, and you do not need to keep this page open."
            : "If your plan includes a review, points and comments appear on this page, on each of your devices."}
        </Station>
      )}
    </ol>
  );
}

function Station({ isDone, title, children }: { isDone: boolean; title: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <DoneMark isDone={isDone} />
      <div className="min-w-0 max-w-prose">
        <p className="font-semibold">{title}</p>
        <p className="text-muted">{children}</p>
      </div>
    </li>
  );
}

/** Why a hand-in is not in the account yet. */
function Sending({ id }: { id: string }) {
  const { phase } = useSyncStatus();
  const unsent = useUnsent();
  if (unsent.status === "loading") return null;
  const row = unsent.rows.find((each) => each.kind === capstone.kind && each.key === id);
  if (!row) return <span>Sent. Your account has not confirmed it yet.</span>;
  if (row.unsent.error !== null) {
    return (
      <>
        It is saved on this device, but your account has not taken it yet.{" "}
        <TextLink to={paths.device()}>See why</TextLink>
      </>
    );
  }
  return <span>{sendingText(phase)}</span>;
}

function sendingText(phase: SyncPhase): string {
  switch (phase) {
    case "syncing":
      return "Sending it to your account…";
    case "offline":
      return "You are offline. It is saved on this device and will be sent when you are back.";
    case "signedOut":
      return "It is saved on this device. Sign in again to send it.";
    default:
      return "It is saved on this device and waiting to be sent.";
  }
}

type ReviewProps = { id: string; review: CapstoneReview; takesFocus: boolean };

/** The reviewer's answer: the result in words, points and a comment for each row of the rubric, and the rest. */
function Review({ id, review, takesFocus }: ReviewProps) {
  const { total, most, lacks } = resultOf(review);
  return (
    <>
      <div className="flex flex-col gap-2">
        <ArrivingHeading id={id} takesFocus={takesFocus}>
          {review.passed ? "Passed" : "Not a pass yet"}: {total} of {most} points
        </ArrivingHeading>
        <p className="text-muted">Reviewed on {moment(review.reviewedAt)}.</p>
      </div>
      {!review.passed && (
        <div className="max-w-prose">
          <p className="font-semibold">What it needs for a pass</p>
          <ul className="list-disc pl-6">
            {lacks.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      )}
      {review.overall.trim() !== "" && (
        <div className="max-w-prose">
          <h3 className="text-xl">The reviewer’s words</h3>
          <p className="written mt-1">{review.overall}</p>
        </div>
      )}
      <Points review={review} />
    </>
  );
}
