import type { AccessEndCause } from "../../../domain/staff/causes.ts";
import { formatDay } from "../frame/dates.ts";
import type { OrderPage } from "./orderSchemas.ts";

/** Who may study because of this order, and why. */
export function accessWords(page: OrderPage): string {
  const { order, access, account, other_orders } = page;
  if (["created", "open", "expired"].includes(order.status)) return "None: the order has not been paid.";
  if (order.status === "ended" && (!access || access.status === "revoked"))
    return "Ended by staff, without a refund. Progress is kept.";
  if (!account)
    return "Waiting: access begins when the owner of the address opens the link that we emailed to them.";
  if (!access) return "None.";
  const isOther = other_orders.some(({ effect }) => effect === "active");
  if (access.status === "active") {
    const pause = pauseWords(page);
    if (pause && !isOther) return pause;
    return isOther ? "Active, through this learner's orders together." : "Active, through this order.";
  }
  if (access.reason === "id_refused")
    return "Paused, because the student ID was refused and no other one was sent. Progress is kept.";
  if (access.status === "paused") return "Paused until the overdue payment is made. Progress is kept.";
  return access.reason === "refunded"
    ? "Ended, because the order was refunded. Progress is kept."
    : "Ended. Progress is kept.";
}

function pauseWords({ order, access_pauses_at: pausesAt }: OrderPage): string | null {
  if (!pausesAt) return null;
  const by = order.extended_until === pausesAt ? ", extended by staff" : "";
  const why = order.status === "past_due" ? "a payment is overdue" : "the student ID was refused";
  return `Active until ${formatDay(pausesAt)}${by}. Then it pauses, because ${why}.`;
}

/** What ending access does, before anyone does it. */
export function endWords({ order, other_orders, certificates }: OrderPage): string {
  const isKept = other_orders.some(({ effect }) => effect === "active");
  const access = isKept
    ? "This order stops giving access immediately, but another order of this learner still does, so they keep it."
    : "Access ends immediately.";
  const plan =
    order.plan === "full"
      ? ""
      : " The remaining instalments are cancelled at the payment provider first, for good.";
  const certificate = certificates.some(({ revoked_at }) => revoked_at === null)
    ? " The certificate stays valid; revoke it on its own page if it should not be."
    : "";
  return `${access} Nothing is refunded.${plan} All of the learner's work is kept.${certificate} ${order.email || "The buyer"} is notified by email. You can restore access later.`;
}

export function restoreWords({ order }: OrderPage): string {
  const plan =
    order.plan === "full"
      ? ""
      : " The instalments that were cancelled stay cancelled: the learner has nothing more to pay, and can earn the certificate.";
  return `Access returns immediately, with everything where the learner left it.${plan} ${order.email || "The buyer"} is notified by email.`;
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

export const END_REFUSALS: Record<"running" | "plan_starting", string> = {
  running: "Possible again once the unfinished refund is complete.",
  plan_starting: "The payment provider is still setting up the plan. Reload the page in a minute.",
};
