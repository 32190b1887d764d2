// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openScreen, withStaffServer } from "../../../../tests/support/screens/staffConsole.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { WaitingProvider, workSchema } from "../frame/waiting.ts";
import TodayPage from "./TodayPage.tsx";

const server = withStaffServer();

const NO_ARGUMENTS = {};
/** The page in the frame, which loads what is waiting. */
function Today() {
  return (
    <WaitingProvider value={useStaffQuery("staff_waiting", NO_ARGUMENTS, workSchema)}>
      <TodayPage />
    </WaitingProvider>
  );
}
const day = (date: string, paid = 0, refunded = 0) => ({
  day: date,
  payments: paid > 0 ? 1 : 0,
  paid_pence: paid,
  refunded_pence: refunded,
});

function answer(changes: Record<string, unknown> = {}, work: Record<string, unknown> = {}): void {
  const nothing = {
    sales: [day("2026-11-24"), day("2026-11-25")],
    tiers: { student: 0, ngo: 0, professional: 0 },
    active_learners: 0,
    active_by_day: [
      { day: "2026-11-24", learners: 0 },
      { day: "2026-11-25", learners: 0 },
    ],
    cohorts: [],
  };
  server.answers = ({ name }) => Response.json(name === "staff_waiting" ? work : { ...nothing, ...changes });
}

test("a new academy says in words that there is nothing yet", async () => {
  answer();
  openScreen(<Today />);
  await screen.findByText("Nothing is waiting.");
  screen.getByText("Nothing was paid in the last 30 days.");
  screen.getByText("Completion appears here by month once someone has enrolled.");
});

test("the list of work names only what is waiting, with its number", async () => {
  answer({}, { disputes: 1, failed_payments: 2, late_jobs: ["deliver-mail"] });
  openScreen(<Today />);
  const work = within(await screen.findByRole("region", { name: "To do" }));
  expect(work.getAllByRole("listitem").map((each) => each.textContent)).toEqual([
    "2instalments failed, and their learners have been asked to pay",
    "1open dispute: answer it in the payment provider's dashboard",
    "1job has not run: deliver-maildocs/alerts.md explains what to do.",
  ]);
});

test("each kind of work is listed once, as one thing", async () => {
  const kinds = Object.keys(workSchema.def.shape);
  answer({}, Object.fromEntries(kinds.map((kind) => [kind, kind === "late_jobs" ? ["deliver-mail"] : 1])));
  openScreen(<Today />);
  const work = within(await screen.findByRole("region", { name: "To do" }));
  const lines = work.getAllByRole("listitem").map((each) => each.textContent);
  expect(lines).toHaveLength(kinds.length);
  expect(new Set(lines).size).toBe(kinds.length);
});

/** The rows of a table in a closed disclosure. */
const rowsOf = (name: string) =>
  within(screen.getByRole("table", { name, hidden: true }))
    .getAllByRole("row", { hidden: true })
    .map((row) => row.textContent);

test("an overdue invoice and an unfinished refund lead to the orders that need attention", async () => {
  answer({}, { overdue_invoices: 1, unfinished_refunds: 2 });
  openScreen(<Today />);
  for (const name of [/^1\s*invoice is overdue/, /^2\s*refunds are not finished/]) {
    const link = await screen.findByRole("link", { name });
    expect(link.getAttribute("href")).toBe("/staff/orders?filter=attention");
  }
});

test("a lost second factor leads to the list of those that wait for a second person", async () => {
  answer({}, { factor_removals: 1 });
  openScreen(<Today />);
  const link = await screen.findByRole("link", { name: /lost second factor: a second person/ });
  expect(link.getAttribute("href")).toBe("/staff/learners?filter=factor");
});

test("the sales chart says its range and its best day, and has a table with the days that sold", async () => {
  answer({ sales: [day("2026-11-23", 6000, 1000), day("2026-11-24"), day("2026-11-25", 60000)] });
  openScreen(<Today />);
  await screen.findByRole("img", {
    name: "Paid per day from 23 Nov to 25 Nov. The most was £600.00 on 25 Nov.",
  });
  screen.getByText("£660.00");
  expect(rowsOf("Sales by day")).toEqual([
    "DayPaymentsPaidRefunded since",
    "23 Nov1£60.00£10.00",
    "25 Nov1£600.00£0.00",
  ]);
});

test("tiers and activity are charts that a screen reader can read, each with its table", async () => {
  answer({
    tiers: { student: 2, ngo: 0, professional: 5 },
    active_learners: 4,
    active_by_day: [
      { day: "2026-11-24", learners: 1 },
      { day: "2026-11-25", learners: 3 },
    ],
  });
  openScreen(<Today />);
  await screen.findByRole("img", { name: /^Learners with access, by tier\. .*: 2, .*: 0, .*: 5\.$/ });
  screen.getByRole("img", { name: /^4 learners active in the last seven days.*24 Nov: 1, 25 Nov: 3\.$/ });
  expect(rowsOf("Learners by tier")[0]).toBe("TierLearners");
  expect(rowsOf("Learners by tier")).toHaveLength(4);
  expect(rowsOf("Last activity by day")).toEqual(["DayLearners", "24 Nov1", "25 Nov3"]);
});

test("completion is shown by month beside the field's, and not for fewer than ten learners", async () => {
  answer({
    cohorts: [
      { month: "2026-09", learners: 40, completed: 14 },
      { month: "2026-10", learners: 3, completed: null },
    ],
  });
  openScreen(<Today />);
  await screen.findByRole("img", { name: /beside 11\.7% for Elements of AI.*September 2026: 35\.0%\.$/ });
  screen.getByText("Elements of AI, 2021: 11.7%");
  expect(rowsOf("Completion by month of enrolment")).toEqual([
    "EnrolledLearnersCompleted",
    "September 20264035.0% (14)",
    "October 20263Not shown for fewer than 10",
  ]);
});
