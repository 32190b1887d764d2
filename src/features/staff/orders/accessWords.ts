import type { AccessEndCause } from "../../../domain/staff/causes.ts";
import { formatDay } from "../../../domain/text/dates.ts";
import type { OrderPage } from "./orderSchemas.ts";

/** What else gives the learner access, or null. */
export function otherAccess({ other_orders, has_seat }: OrderPage): string | null {
  if (other_orders.some(({ effect }) => effect === "active")) return "another order of this learner";
  return has_seat ? "a place in a team" : null;
}

/** Who may study because of this order, and why. */
export function accessWords(page: OrderPage): string {
  const { order, access, account, refusals, team } = page;
  if (team) return "None for the buyer: the order is for places in a team.";
  if (["created", "open", "invoiced", "expired"].includes(order.status))
    return "None: the order has not been paid.";
  if (refusals.end === "anonymised") return "None: the buyer deleted their account.";
  if (order.status === "ended" && (!access || access.status === "revoked"))
    return "Ended by staff, without a refund. Progress is kept.";
  if (!account)
    return "Waiting: access begins when the owner of the address opens the link that we emailed to them.";
  if (!access) return "None.";
  const other = otherAccess(page);
  if (access.status === "active") {
    if (!other) return pauseWords(page) ?? "Active, through this order.";
    return `Active, also without this order: through ${other}.`;
  }
  if (access.reason === "seat_paused")
    return "Paused, because a payment for the learner's team is missing. Progress is kept.";
  if (access.reason === "id_refused")
    return "Paused, because the student ID was refused and no other one was sent. Progress is kept.";
  if (access.status === "paused" && page.plan_ended_early)
    return "Paused, because the plan ended before all payments were made. Progress is kept.";
  if (access.status === "paused") return "Paused until the overdue payment is made. Progress is kept.";
  return access.reason === "refunded"
    ? "Ended, because the order was refunded. Progress is kept."
    : "Ended. Progress is kept.";
}

function pauseWords({
  order,
  plan_ended_early: isOver,
  access_pauses_at: pausesAt,
}: OrderPage): string | null {
  if (!pausesAt) return null;
  const by = order.extended_until === pausesAt ? ", extended by staff" : "";
  const overdue = isOver ? "the plan ended before all payments were made" : "a payment is overdue";
  const why = order.status === "past_due" ? overdue : "the student ID was refused";
  return `Active until ${formatDay(pausesAt)}${by}. Then it pauses, because ${why}.`;
}

/** What extending access until the end of this day does, before anyone does it. */
export function extendWords({ order, plan_ended_early: isOver }: OrderPage, day: string): string {
  const next = isOver
    ? "The plan is over, and the payment provider collects nothing more: its open invoices are void, so the learner cannot pay the rest. After that day access pauses again."
    : "After that day access pauses again, unless the payment has been made or the question of the student ID is settled.";
  return `${order.email} has access until the end of ${day}, even if nothing is paid by then, and is notified by email. ${next} Extending access neither charges nor refunds anything.`;
}

/** What ending access does, before anyone does it. */
export function endWords(page: OrderPage): string {
  const { order, certificates } = page;
  const other = otherAccess(page);
  const access = other
    ? `This order stops giving access immediately, but ${other} still does, so the learner keeps it.`
    : "Access ends immediately.";
  const plan =
    order.plan === "full"
      ? ""
      : " The remaining instalments are cancelled at the payment provider first, for good.";
  const certificate = certificates.some(({ revoked_at }) => revoked_at === null)
    ? " The certificate stays valid; revoke it on its own page if it should not be."
    : "";
  return `${access} ${moneyWords(page)}${plan} All of the learner's work is kept.${certificate} ${order.email || "The buyer"} is notified by email. You can restore access later.`;
}

/** Ending access refunds nothing, but what a learner was promised after a refused student ID still happens. */
function moneyWords({ student_id_refusal: refusal }: OrderPage): string {
  switch (refusal?.choice) {
    case undefined:
    case "another":
      return "Nothing is refunded.";
    case null:
      return "Nothing is refunded. The student ID was refused and the learner has not chosen what to do: the links in our emails about it stop working.";
    case "difference":
      return "Nothing is refunded now. The student ID was refused and the learner chose to pay the difference: once they have access through another price, this order is refunded automatically.";
    case "refund":
      return "The student ID was refused and the learner chose a refund: it is still made automatically.";
  }
}

export function restoreWords({ order, other_orders, student_id_refusal: refusal }: OrderPage): string {
  const refund =
    refusal?.choice === "difference"
      ? " The student ID was refused and the learner chose to pay the difference: once they have access through another price, this order is refunded automatically and ends."
      : refusal?.choice === "refund"
        ? " The student ID was refused and the learner chose a refund: this order is refunded automatically and ends."
        : "";
  const plan =
    order.plan === "full"
      ? ""
      : " The instalments that were cancelled stay cancelled: the learner has nothing more to pay, and can earn the certificate.";
  const other =
    refund === "" && other_orders.some(({ effect }) => effect === "active")
      ? " Another order of this learner gives access already, so both count as paid. Refund one of them if the learner should not pay twice."
      : "";
  return `Access returns immediately, with everything where the learner left it.${plan}${other}${refund} ${order.email || "The buyer"} is notified by email.`;
}

/** Each cause in the words of the console. The email says ACCESS_END_CAUSES. */
export const CAUSE_LABELS: Record<AccessEndCause, string> = {
  requested: "The learner asked for it",
  mistake: "Given by mistake",
  shared: "Account shared",
  terms: "Against our terms",
  unpaid: "A payment is outstanding",
};

export const EXTENSION_REFUSALS: Record<"not_pausing", string> = {
  not_pausing: "This access is not paused or about to pause, so there is nothing to extend.",
};

/** What the summary does not say already. */
export const END_REFUSALS: Partial<Record<NonNullable<OrderPage["refusals"]["end"]>, string>> = {
  team: "This order buys places for a team and gives its buyer no access. The team can be ended on its own page.",
  running: "Possible again once the unfinished refund is complete.",
  plan_starting: "The payment provider is still setting up the plan. Reload the page in a minute.",
};
