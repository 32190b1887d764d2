import { useEffect, useRef } from "react";
import { paths } from "../../domain/paths.ts";
import { INSTALLMENT_MONTHS, type Plan } from "../../domain/plans.ts";
import { formatPence } from "../../domain/pricing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import type { PlanCost } from "./planCost.ts";
import type { Submission } from "./useCheckout.ts";

type Props = { action: string; plan: Plan; cost: PlanCost; submission: Submission; isDisabled: boolean };

const NOT_YET =
  "Nothing is charged yet. You pay on our payment provider's secure page; your card details never reach this site.";

/** The submit button and the state of the submission. */
export function SubmitArea({ action, plan, cost, submission, isDisabled }: Props) {
  const total = formatPence(cost.each.totalPence);
  const isBusy = submission.status === "busy";
  const button = useRef<HTMLButtonElement>(null);
  // Synchronises with the focus, which a browser removes from a button that is disabled.
  useEffect(() => {
    if (!isBusy) return;
    return () => {
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    };
  }, [isBusy]);
  return (
    <div className="flex flex-col gap-3">
      {submission.status === "idle" && submission.isEnrolled && (
        <Banner
          tone="highlight"
          title="You already have this course"
          action={<LinkButton to={paths.dashboard()}>Go to My Learning</LinkButton>}
        >
          Nothing was charged.
        </Banner>
      )}
      <Button ref={button} type="submit" size="large" busy={isBusy} disabled={isDisabled}>
        {isBusy ? "Processing..." : `${action} - ${total}`}
      </Button>
      {submission.status === "busy" && submission.uploaded !== null && (
        <progress className="progress" aria-label="Upload" value={submission.uploaded} max={1} />
      )}
      <p role="status" className="text-base text-muted">
        {submission.status === "busy" ? waitingFor(submission.uploaded) : NOT_YET}
        {!isBusy &&
          plan === "installment" &&
          ` You pay ${total} today and the same amount each month, ${INSTALLMENT_MONTHS} payments in total.`}
      </p>
    </div>
  );
}

function waitingFor(uploaded: number | null): string {
  if (uploaded === null || uploaded >= 1) return "Preparing the payment page…";
  return `Sending your student ID: ${Math.floor(uploaded * 100)} %`;
}
