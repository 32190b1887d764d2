import { TIER_PLANS } from "../../../domain/sales/plans.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { formatDay } from "../../../domain/text/dates.ts";
import type { Tone } from "../../../ui/Badge.tsx";
import { actionWords } from "../frame/actionWords.ts";
import { CAUSE_LABELS, otherAccess } from "./accessWords.ts";
import type { OrderEvent, OrderPage, OrderStatus } from "./orderSchemas.ts";

export const STATUS_WORDS: Record<OrderStatus, { label: string; tone: Tone }> = {
  created: { label: "Not paid", tone: "neutral" },
  open: { label: "Not paid", tone: "neutral" },
  invoiced: { label: "Invoiced", tone: "neutral" },
  expired: { label: "Abandoned", tone: "neutral" },
  paid: { label: "Paid", tone: "done" },
  past_due: { label: "Payment overdue", tone: "highlight" },
  paused: { label: "Paused", tone: "highlight" },
  id_refused: { label: "Paused: student ID refused", tone: "highlight" },
  disputed: { label: "Disputed", tone: "danger" },
  refunded: { label: "Refunded", tone: "neutral" },
  revoked: { label: "Dispute lost", tone: "danger" },
  ended: { label: "Access ended", tone: "neutral" },
};

/** "Professionals, 3 monthly payments" or "Professionals, 25 places, one payment" */
export function offerWords({
  tier,
  plan,
  seats,
}: Pick<OrderPage["order"], "tier" | "plan" | "seats">): string {
  const places = seats > 1 ? `, ${seats} places` : "";
  return `${TIER_PLANS[tier].label}${places}, ${plan === "full" ? "one payment" : "3 monthly payments"}`;
}

/** What a refund does, before anyone asks for one. */
export function refundWords(page: OrderPage): string {
  const { order, money, access, certificates } = page;
  if (page.team) return teamRefundWords(page);
  const left = formatPence(money.refundable_pence);
  const other = otherAccess(page);
  const end = other
    ? `${other} still gives access, so they keep it.`
    : access?.status === "active"
      ? "Access ends immediately and certificates are revoked. Progress is kept."
      : certificates.some(({ revoked_at }) => revoked_at === null)
        ? "The learner has no access now, and certificates are revoked."
        : "The learner has no access now, so nothing changes for them.";
  const plan = order.plan === "full" ? "" : " No further instalments are collected.";
  const rest =
    order.plan === "full"
      ? "A smaller amount leaves access as it is."
      : "A smaller amount leaves access and the remaining instalments as they are, and is taken from the latest payment first.";
  return `The money goes back to the card or account that paid${order.email && `, and ${order.email} is notified by email`}. With all ${left} the order ends: ${end[0]?.toLowerCase()}${end.slice(1)}${plan} ${rest}`;
}

function teamRefundWords({ order, money }: OrderPage): string {
  const left = formatPence(money.refundable_pence);
  const each = formatPence(Math.round(order.total_pence / order.seats));
  return `The money goes back to the card or account that paid${order.email && `, and ${order.email} is notified by email`}. Each ${each} refunded takes one of the ${order.seats} places. Free places go first; if more are given than are left, nobody loses access until the owner has chosen whom to remove. With all ${left} the order ends, and with it the certificates that depend on it.`;
}

/** Why the sign-in details are not offered, and what helps instead. */
export const RESEND_REFUSALS: Record<NonNullable<OrderPage["refusals"]["resend"]>, string> = {
  not_paid: "There are no sign-in details before the order is paid.",
  anonymised: "The buyer deleted their account.",
  ended: "The order has ended, so it gives no access.",
  has_password:
    "The buyer has signed in or chosen a password, so there are none to send. “Forgotten password?” on the sign-in page helps them.",
};

export const CORRECTION_REFUSALS: Record<NonNullable<OrderPage["refusals"]["correction"]>, string> = {
  not_paid: "The address can be corrected after the payment.",
  anonymised: "The buyer deleted their account.",
  signed_in_buyer:
    "The buyer was signed in when they paid. They can change the email address in their account.",
  ended: "The order has ended, so it gives no access.",
  in_use:
    "Someone has used this account since the payment, so the order stays with it. Its owner can change the address in their account. If it is the wrong person, refund the order and ask the buyer to order again.",
};

export const REFUND_REFUSALS: Record<NonNullable<OrderPage["refusals"]["refund"]>, string> = {
  not_paid: "Nothing has been paid.",
  running: "A refund has been started and its result is not known yet.",
  disputed: "The buyer's bank disputes the payment or has taken it back. The provider refuses refunds.",
  nothing_left: "Nothing is left to refund.",
};

const MAILS: Record<string, string> = {
  credentials: "Sign-in details",
  attached: "Course added to the account",
  claim: "Link to confirm the address",
  receipt: "Receipt",
  refund: "Refund",
  plan_schedule: "Payment dates",
  payment_failed: "Payment failed",
  access_paused: "Access paused",
  access_ended: "Access ended",
  access_extended: "Access extended",
  access_withdrawn: "Access ended by staff",
  access_restored: "Access restored",
  recovered: "Payment received, access restored",
  reminder: "Reminder of the abandoned order",
  student_order: "Student ID, to the academy",
  student_id_refused: "Student ID refused",
  student_id_accepted: "Student ID accepted",
  student_id_paused: "Access paused: no other student ID",
};

const MAIL_STATES: Record<string, string> = {
  queued: "waiting to be sent",
  sent: "sent",
  skipped: "not sent, no longer needed",
  failed: "could not be delivered",
};

const plain = (name: string) => name.replaceAll("_", " ");
const text = (value: unknown) => (typeof value === "string" ? value : "");
const amount = (value: unknown) => (typeof value === "number" ? formatPence(value) : "");

/** A line of the timeline, and what it says more in smaller type. */
export function eventWords({ kind, data }: OrderEvent): { title: string; more: string } {
  const line = (title: string, ...more: string[]) => ({ title, more: more.filter(Boolean).join(" · ") });
  switch (kind) {
    case "ordered":
      if (data.by_staff === true) return line("Order opened by staff", "to be paid by invoice");
      return line("Order placed", data.signed_in === true ? "by a signed-in learner" : "as a guest");
    case "invoice_sent":
      return line("Invoice sent");
    case "invoice_ended":
      return line("Invoice void");
    case "enrolled":
      return line(
        "Order paid",
        data.waits === true ? "no account yet: waits for the owner of the address" : "",
      );
    case "payment_made":
      return line(`Payment ${data.number}: ${amount(data.amount_pence)}`, text(data.payment_intent_id));
    case "payment_failed":
      return line(
        `Payment ${data.number} failed`,
        data.failures === 1 ? "1 failed attempt so far" : `${data.failures} failed attempts so far`,
      );
    case "refund_reported":
      return line(`Refunded ${amount(data.amount_pence)}`, "reported by the payment provider");
    case "dispute_opened":
      return line("The buyer's bank opened a dispute", text(data.dispute));
    case "dispute_closed":
      return line(data.status === "lost" ? "Dispute lost" : "Dispute won", text(data.dispute));
    case "plan_ended":
      return line("Plan ended");
    case "access_given":
      return line("Access given");
    case "access_ended":
      return line("Access ended");
    case "certificate_issued":
      return line("Certificate issued", text(data.certificate));
    case "certificate_revoked":
      return line("Certificate revoked", text(data.certificate));
    case "mail":
      return line(
        `Email: ${MAILS[text(data.mail)] ?? plain(text(data.mail))}`,
        MAIL_STATES[text(data.status)] ?? text(data.status),
        text(data.recipient),
      );
    case "staff":
      return line(
        actionWords(text(data.action)),
        detailOf(data.details),
        text(data.reason) && `“${text(data.reason)}”`,
        text(data.actor) || "command line or deleted account",
      );
    default:
      return line(plain(kind));
  }
}

/** By any text, because the record may be of a later version. */
const CAUSES: Record<string, string> = CAUSE_LABELS;

function detailOf(details: unknown): string {
  if (typeof details !== "object" || details === null) return "";
  if ("until" in details) return `until ${formatDay(text(details.until))}`;
  if ("cause" in details) return CAUSES[text(details.cause)] ?? "";
  return "amount_pence" in details ? amount(details.amount_pence) : "";
}
