import type { Purchase } from "../../../platform/account/orders.ts";
import type { Tone } from "../../../ui/Badge.tsx";
import { formatDay } from "../formatDay.ts";

type State = { tone: Tone; label: string; explanation?: string };

/** True when no further payment will be taken, although the payments of a plan may be incomplete. */
export function isOver({ status, restored_at }: Pick<Purchase, "status" | "restored_at">): boolean {
  return restored_at !== null || ["refunded", "revoked", "ended"].includes(status);
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
      return {
        tone: "highlight",
        label: "Payment failed",
        explanation: `A monthly payment could not be taken. Your course stays open${
          purchase.grace_until ? ` until ${formatDay(purchase.grace_until)}` : " for 14 days"
        }. You can use another card.`,
      };
    case "paused":
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
        explanation: "Your bank is looking into this payment. Your course stays open until it has decided.",
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
