import { useEffect, useRef } from "react";
import { paths } from "../../../domain/paths.ts";
import { paymentDates } from "../../../domain/sales/instalments.ts";
import { INSTALLMENT_MONTHS, type Plan } from "../../../domain/sales/plans.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { formatLongDay } from "../../../domain/text/dates.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import type { DiscountState } from "../discount/useDiscount.ts";
import type { Submission } from "../order/useCheckout.ts";
import type { PlanCost } from "../planCost.ts";

type Props = {
  action: string;
  plan: Plan;
  cost: PlanCost;
  submission: Submission;
  /** The student ID, without which no order can be placed. */
  lacksFile: boolean;
  discount: DiscountState;
};

const NOT_YET =
  "Nothing is charged yet. You pay on our payment provider's secure page; your card details never reach this site.";

/** The submit button and the state of the submission. */
export function SubmitArea({ action, plan, cost, submission, lacksFile, discount }: Props) {
  const total = formatPence(cost.each.totalPence);
  const isBusy = submission.status === "busy";
  const hasNewTotal = discount.status === "applied" && discount.changedOrder && !isBusy;
  const button = useRef<HTMLButtonElement>(null);
  // A browser removes the focus from a button that is disabled.
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
      <p role="status" className="font-semibold text-done empty:hidden">
        {hasNewTotal && (
          <span>
            Press again to pay <span translate="no">{total}</span>.
          </span>
        )}
      </p>
      <Button
        ref={button}
        type="submit"
        size="large"
        data-keep-clear
        busy={isBusy}
        disabled={lacksFile || discount.status === "applying"}
      >
        {isBusy ? "Processing..." : `${action} - ${total}`}
      </Button>
      {submission.status === "busy" && submission.uploaded !== null && (
        <progress className="progress" aria-label="Upload" value={submission.uploaded} max={1} />
      )}
      <p role="status" className="text-base text-muted">
        {lacksFile && <span className="font-semibold">Choose your student ID above first. </span>}
        {submission.status === "busy" ? waitingFor(submission.uploaded) : NOT_YET}
        {!isBusy &&
          plan === "installment" &&
          cost.each.totalPence > 0 &&
          ` You pay ${total} today and the same amount each month, ${INSTALLMENT_MONTHS} payments in total. Your certificate comes with your last payment, on ${lastPaymentDay()}.`}
      </p>
    </div>
  );
}

/** If the first payment is made now. */
function lastPaymentDay(): string {
  const last = paymentDates(new Date()).at(-1);
  return last ? formatLongDay(last.toISOString()) : "";
}

function waitingFor(uploaded: number | null): string {
  if (uploaded === null || uploaded >= 1) return "Preparing the payment page…";
  return `Sending your student ID: ${Math.floor(uploaded * 100)}%`;
}
