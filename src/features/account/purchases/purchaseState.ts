import { INSTALLMENT_MONTHS } from "../../../domain/sales/plans.ts";
import { formatLongDay } from "../../../domain/text/dates.ts";
import type { Purchase } from "../../../platform/account/orders.ts";
import type { Tone } from "../../../ui/Badge.tsx";

type State = { tone: Tone; label: string; explanation?: string };

type Bought = Pick<Purchase, "status" | "restored_at" | "plan_ended_at" | "payments">;

/** True when no further payment will be taken, although the payments of a plan may be incomplete. */
export function isOver(purchase: Bought): boolean {
  const { status, restored_at } = purchase;
  return restored_at !== null || hasEndedEarly(purchase) || ["refunded", "revoked", "ended"].includes(status);
}

/** True when the payment provider ended a plan so early that paying what is open cannot complete it. */
function hasEndedEarly({ plan_ended_at, payments }: Bought): boolean {
  return plan_ended_at !== null && payments.length < INSTALLMENT_MONTHS;
}

/** The state of a purchase as a label for the learner. */
export function purchaseState(purchase: Purchase): State {
  switch (purchase.status) {
    case "paid":
      return {
        tone: "done",
        label: "Active",
        ...(purchase.restored_at !== null && purchase.plan === "installment"
          ? { explanation: "Your plan was cancelled, and there is nothing more to pay." }
          : {}),
      };
    case "past_due":
      if (hasEndedEarly(purchase)) return planOver(purchase.grace_until);
      return {
        tone: "highlight",
        label: "Payment failed",
        explanation: `A monthly payment could not be taken. Your course stays open${
          purchase.grace_until ? ` until ${formatLongDay(purchase.grace_until)}` : " for 14 days"
        }. You can use another card.`,
      };
    case "paused":
      if (hasEndedEarly(purchase)) return planOver(null);
      return {
        tone: "danger",
        label: "Paused",
        explanation:
          "A monthly payment is overdue, so the course is paused. Your work is safe. The course opens again automatically as soon as the payment is made.",
      };
    case "id_refused":
      return {
        tone: "danger",
        label: "Paused",
        explanation:
          "We could not accept your student ID, so the course is paused. Your work is safe. The link in our latest email about it leads to what you can do.",
      };
    case "disputed":
      return {
        tone: "highlight",
        label: "Disputed",
        explanation: `Your bank is looking into this payment. ${
          purchase.team_id === null
            ? "Your course stays open until it has decided."
            : "If it has not decided after 14 days, the places of the team are paused until it has."
        }`,
      };
    case "refunded":
      return { tone: "neutral", label: "Refunded", explanation: "This purchase was refunded and has ended." };
    case "ended":
      return {
        tone: "neutral",
        label: "Ended",
        explanation:
          "We have ended the access that came with this purchase. Our email says why, and what you can do. Your work is safe.",
      };
    default:
      return { tone: "neutral", label: "Ended", explanation: "This purchase has ended." };
  }
}

/** `openUntil` if staff have extended the access. */
function planOver(openUntil: string | null): State {
  return {
    tone: "danger",
    label: "Plan ended",
    explanation: `Your payment plan has ended before its last payment, and no more payments are taken. ${
      openUntil ? `Your course stays open until ${formatLongDay(openUntil)}.` : "The course is paused."
    } Your work is safe. Write to us if you want to continue.`,
  };
}

/** Counts the unpaid payments of plans that are still running. */
export function unpaidCount(
  purchases: readonly Pick<Purchase, "plan" | "status" | "restored_at" | "plan_ended_at" | "payments">[],
): number {
  return purchases
    .filter((each) => each.plan === "installment" && !isOver(each))
    .reduce(
      (sum, { payments }) => sum + INSTALLMENT_MONTHS - payments.filter((each) => each.paid_at).length,
      0,
    );
}
