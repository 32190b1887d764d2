import { createContext, useContext } from "react";
import * as z from "zod/mini";
import type { StaffQuery } from "./useStaffQuery.ts";

const none = () => z._default(z.number(), 0);

/** What waits to be done. A reviewer gets only the capstones. */
export const workSchema = z.object({
  student_ids: none(),
  messages: none(),
  capstones: none(),
  factor_removals: none(),
  stuck_orders: none(),
  unclaimed_orders: none(),
  failed_payments: none(),
  overdue_invoices: none(),
  unfinished_refunds: none(),
  disputes: none(),
  teams: none(),
  missing_facts: none(),
  missing_vat_number: none(),
  mails_given_up: none(),
  late_jobs: z._default(z.array(z.string()), []),
});
export type Work = z.infer<typeof workSchema>;

const WaitingContext = createContext<StaffQuery<Work> | null>(null);
export const WaitingProvider = WaitingContext.Provider;

/** What the frame has loaded, once for its navigation and the first page. */
export function useWaiting(): StaffQuery<Work> {
  const waiting = useContext(WaitingContext);
  if (!waiting) throw new Error("useWaiting must be used within the staff console");
  return waiting;
}

export type WorkItem = {
  count: number;
  /** Follows the count: "student IDs to check". */
  one: string;
  many: string;
  /** The area in which it is done. Without one, `remedy` says what to do. */
  area?: string;
  /** The filter of that area's list. */
  filter?: string;
  remedy?: string;
};

/** The list of these orders has them all. */
const ATTENTION = { area: "orders", filter: "attention" };

export function itemsOf(work: Work): WorkItem[] {
  return [
    {
      count: work.student_ids,
      one: "student ID to check",
      many: "student IDs to check",
      area: "student-ids",
    },
    { count: work.messages, one: "message to answer", many: "messages to answer", area: "messages" },
    { count: work.capstones, one: "capstone to review", many: "capstones to review", area: "capstones" },
    {
      count: work.factor_removals,
      one: "lost second factor: a second person has to check who is asking",
      many: "lost second factors: a second person has to check who is asking",
      area: "learners",
      filter: "factor",
    },
    {
      count: work.stuck_orders,
      one: "paid order without access for more than ten minutes",
      many: "paid orders without access for more than ten minutes",
      area: "orders",
    },
    {
      count: work.unclaimed_orders,
      one: "paid order waits until its buyer confirms the address",
      many: "paid orders wait until their buyers confirm the address",
      area: "orders",
    },
    {
      count: work.failed_payments,
      one: "instalment failed, and its learner has been asked to pay",
      many: "instalments failed, and their learners have been asked to pay",
      ...ATTENTION,
    },
    {
      count: work.overdue_invoices,
      one: "invoice is overdue: remind the organisation, or void it",
      many: "invoices are overdue: remind the organisations, or void them",
      ...ATTENTION,
    },
    {
      count: work.unfinished_refunds,
      one: "refund is not finished: finish it on the page of its order",
      many: "refunds are not finished: finish them on the pages of their orders",
      ...ATTENTION,
    },
    {
      count: work.disputes,
      one: "open dispute: answer it in the payment provider's dashboard",
      many: "open disputes: answer them in the payment provider's dashboard",
      ...ATTENTION,
    },
    {
      count: work.teams,
      one: "team to settle: it is paused, or more places are given than bought",
      many: "teams to settle: they are paused, or more places are given than bought",
      area: "teams",
      filter: "attention",
    },
    {
      count: work.missing_facts,
      one: "form to fill in under Settings, before the academy can take real payments",
      many: "forms to fill in under Settings, before the academy can take real payments",
      area: "settings",
    },
    {
      count: work.missing_vat_number,
      one: "VAT number to enter under Settings, before the academy can take real payments",
      many: "VAT numbers to enter under Settings, before the academy can take real payments",
      area: "settings",
    },
    {
      count: work.mails_given_up,
      one: "email could not be sent in the last day",
      many: "emails could not be sent in the last day",
      remedy: "docs/alerts.md explains what to do.",
    },
    {
      count: work.late_jobs.length,
      one: `job has not run: ${work.late_jobs.join(", ")}`,
      many: `jobs have not run: ${work.late_jobs.join(", ")}`,
      remedy: "docs/alerts.md explains what to do.",
    },
  ];
}

/** How many things wait in each area of the navigation. */
export function waitingIn(work: Work): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { area, count } of itemsOf(work)) {
    if (area) counts.set(area, (counts.get(area) ?? 0) + count);
  }
  return counts;
}
