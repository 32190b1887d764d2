import { describe, expect, it } from "vitest";
import { lastPaymentDue, paymentDates, plannedPayments } from "./instalments.ts";

const dates = (first: string) => paymentDates(new Date(first)).map((each) => each.toISOString());

describe("the dates of a 3-month plan", () => {
  it("fall on the same day and at the same time in three consecutive months, even across the end of a year", () => {
    expect(dates("2026-11-15T09:30:00.000Z")).toEqual([
      "2026-11-15T09:30:00.000Z",
      "2026-12-15T09:30:00.000Z",
      "2027-01-15T09:30:00.000Z",
    ]);
  });

  it.each([
    ["2026-12-31T10:00:00.000Z", ["2026-12-31", "2027-01-31", "2027-02-28"]],
    ["2027-01-31T10:00:00.000Z", ["2027-01-31", "2027-02-28", "2027-03-31"]],
    ["2028-01-30T10:00:00.000Z", ["2028-01-30", "2028-02-29", "2028-03-30"]],
    ["2026-08-31T23:59:59.000Z", ["2026-08-31", "2026-09-30", "2026-10-31"]],
  ])("starting at %s move to the last day of the month only in shorter months", (first, days) => {
    expect(dates(first).map((each) => each.slice(0, 10))).toEqual(days);
  });
});

describe("the payments of a 3-month plan", () => {
  const begunAt = new Date("2026-11-15T09:30:00.000Z");
  const states = (asked: Parameters<typeof plannedPayments>[2]) =>
    plannedPayments(2160, begunAt, asked).map(({ status }) => status);
  const asked = (number: number, paidAt: string | null, failedAt: string | null = null) => {
    return { number, amountPence: 2160, dueAt: begunAt.toISOString(), paidAt, failedAt };
  };

  it("begin with a paid one, even before its invoice is known", () => {
    expect(states([])).toEqual(["paid", "due", "due"]);
    expect(states([asked(1, null)])).toEqual(["paid", "due", "due"]);
  });

  it("have their actual dates and statuses once they have been requested", () => {
    const first = asked(1, begunAt.toISOString());
    expect(states([first, asked(2, null, begunAt.toISOString())])).toEqual(["paid", "failed", "due"]);
    expect(states([first, asked(2, begunAt.toISOString()), asked(3, null)])).toEqual(["paid", "paid", "due"]);
  });
});

describe("the date that a certificate waits for", () => {
  const plan = (change = {}) => ({
    ...{
      status: "paid",
      plan: "installment",
      total_pence: 2160,
      paid_at: "2026-12-31T10:00:00Z",
      restored_at: null,
      team_id: null,
      payments: [],
    },
    ...change,
  });
  const payment = (number: number, due_at: string, paid_at: string | null = due_at) => ({
    number,
    due_at,
    paid_at,
  });

  it("is the date of the plan's last payment, whether requested or only planned", () => {
    expect(lastPaymentDue([plan()])).toBe("2027-02-28T10:00:00.000Z");
    const payments = [payment(1, "2026-11-22T09:00:00Z"), payment(3, "2027-01-25T09:00:00Z", null)];
    expect(lastPaymentDue([plan({ payments })])).toBe("2027-01-25T09:00:00.000Z");
    expect(lastPaymentDue([plan({ status: "past_due" }), plan({ payments })])).toBe(
      "2027-01-25T09:00:00.000Z",
    );
  });

  it("is null if an order is paid up or none gives access", () => {
    const payments = [1, 2, 3].map((number) => payment(number, "2026-11-22T09:00:00Z"));
    const restored = plan({ restored_at: "2027-01-01T10:00:00Z" });
    for (const paidUp of [plan({ payments }), plan({ plan: "full" }), plan({ total_pence: 0 }), restored]) {
      expect(lastPaymentDue([plan(), paidUp])).toBeNull();
    }
    expect(lastPaymentDue([plan(), plan({ plan: "full", team_id: "a" })])).not.toBeNull();
    expect(lastPaymentDue([])).toBeNull();
    expect(lastPaymentDue([plan({ status: "refunded" }), plan({ status: "paused" })])).toBeNull();
  });
});
