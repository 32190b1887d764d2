// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { Purchase } from "../../../platform/account/orders.ts";
import { PurchaseDetails } from "./PurchaseDetails.tsx";

const PLAN: Purchase = {
  id: "5f0f6a3e-6b0c-4b0e-8f5d-0d1c2b3a4f5e",
  status: "paid",
  tier: "ngo",
  plan: "installment",
  subtotal_pence: 175_00,
  discount_pence: 17_50,
  vat_pence: 31_50,
  total_pence: 189_00,
  discount_code: "TENOFF",
  paid_at: "2026-11-21T12:00:00Z",
  grace_until: null,
  plan_ended_at: null,
  restored_at: null,
  seats: 1,
  team_id: null,
  teamName: null,
  payments: [payment(1, { paid_at: "2026-11-21T12:00:00Z" })],
};

function payment(number: number, change: Partial<Purchase["payments"][number]> = {}) {
  const due = `2026-${10 + number}-21T12:00:00Z`;
  const none = { refunded_pence: 0, paid_at: null, failed_at: null, invoice_number: null, credit_notes: [] };
  return { id: `p${number}`, order_id: "", number, amount_pence: 189_00, due_at: due, ...none, ...change };
}

function rows(): string[] {
  const [, ...lines] = screen.getAllByRole("row");
  return lines.map((line) => [...line.children].map((cell) => cell.textContent).join(" | "));
}

describe("the details of a purchase", () => {
  it("show the price breakdown and the dates of all three payments", () => {
    render(<PurchaseDetails purchase={PLAN} />);
    const amounts = screen.getAllByRole("definition").map((each) => each.textContent);
    expect(amounts).toEqual(["£175.00", "−£17.50", "£31.50", "£189.00"]);
    expect(rows()).toEqual([
      "1 of 3 | 21 November 2026 | £189.00 | Paid",
      "2 of 3 | 21 December 2026 | £189.00 | Due",
      "3 of 3 | 21 January 2027 | £189.00 | Due",
    ]);
    screen.getByText("Active");
  });

  it("say how long the course stays open after a failed payment and where to change the card", () => {
    const payments = [...PLAN.payments, payment(2, { failed_at: "2026-12-21T12:00:00Z" })];
    render(
      <PurchaseDetails
        purchase={{ ...PLAN, status: "past_due", grace_until: "2027-01-04T12:00:00Z", payments }}
      />,
    );
    screen.getByText(/stays open until 4 January 2027/);
    expect(rows()[1]).toBe("2 of 3 | 21 December 2026 | £189.00 | Failed");
    screen.getByRole("button", { name: "Change card or see invoices" });
  });

  it("say that access was ended or restored, and list no payment that will not be taken", () => {
    const { rerender } = render(<PurchaseDetails purchase={{ ...PLAN, status: "ended" }} />);
    screen.getByText(/We have ended the access .* Our email says why/);
    expect(rows()).toEqual(["1 of 3 | 21 November 2026 | £189.00 | Paid"]);
    rerender(<PurchaseDetails purchase={{ ...PLAN, restored_at: "2026-11-25T12:00:00Z" }} />);
    screen.getByText("Your plan was cancelled, and there is nothing more to pay.");
    expect(rows()).toEqual(["1 of 3 | 21 November 2026 | £189.00 | Paid"]);
  });

  it("promise nothing for paying after the provider has ended the plan early, also while staff extend the access", () => {
    const ended = { ...PLAN, plan_ended_at: "2026-12-28T12:00:00Z" };
    const { rerender } = render(<PurchaseDetails purchase={{ ...ended, status: "paused" }} />);
    screen.getByText(/plan has ended .* no more payments are taken\. The course is paused/);
    expect(rows()).toEqual(["1 of 3 | 21 November 2026 | £189.00 | Paid"]);
    const extended = { ...ended, status: "past_due", grace_until: "2027-01-04T12:00:00Z" };
    rerender(<PurchaseDetails purchase={extended} />);
    screen.getByText(/no more payments are taken\. Your course stays open until 4 January 2027/);
    const payments = [...PLAN.payments, payment(2), payment(3, { due_at: "2027-01-21T12:00:00Z" })];
    rerender(<PurchaseDetails purchase={{ ...ended, status: "paused", payments }} />);
    screen.getByText(/opens again automatically as soon as the payment is made/);
  });

  it("list no future payment once everything has been refunded", () => {
    const payments = [payment(1, { paid_at: "2026-11-21T12:00:00Z", refunded_pence: 189_00 })];
    render(<PurchaseDetails purchase={{ ...PLAN, status: "refunded", payments }} />);
    expect(rows()).toEqual(["1 of 3 | 21 November 2026 | £189.00 | £189.00 refunded"]);
  });

  it("list the invoice of each payment and the credit notes of its refunds (S-129)", () => {
    const note = { id: "cn_1", number: "A-1-CN-01", amount_pence: 9_00, created_at: "2026-11-25T12:00:00Z" };
    const paid = { paid_at: "2026-11-21T12:00:00Z", invoice_number: "A-1", credit_notes: [note] };
    render(<PurchaseDetails purchase={{ ...PLAN, payments: [payment(1, paid), payment(2)] }} />);
    const papers = within(screen.getByRole("region", { name: "Invoices" }));
    expect(papers.getAllByRole("paragraph").map((each) => each.textContent)).toEqual([
      "Invoice A-121 November 2026, £189.00",
      "Credit note A-1-CN-0125 November 2026, £9.00",
    ]);
    expect(papers.getAllByRole("button").map((each) => each.textContent)).toEqual([
      "OpenA-1",
      "PDFA-1",
      "PDFA-1-CN-01",
    ]);
  });

  it("say how many places were bought for a team, and link to it while it is the buyer's (S-176)", () => {
    const team = { ...PLAN, plan: "full" as const, seats: 25, team_id: "t1", teamName: "Kreuzberg e. V." };
    const { rerender } = render(<PurchaseDetails purchase={team} />, { wrapper: MemoryRouter });
    screen.getByText("25 places for a team");
    expect(screen.getByRole("link", { name: "Kreuzberg e. V." }).getAttribute("href")).toBe(
      "/academy/team?team=t1",
    );
    rerender(<PurchaseDetails purchase={{ ...team, status: "disputed", teamName: null }} />);
    expect(screen.queryByRole("link")).toBeNull();
    screen.getByText(/after 14 days, the places of the team are paused/);
  });

  it("say that a purchase was free, without payments or invoices (S-132)", () => {
    render(<PurchaseDetails purchase={{ ...PLAN, total_pence: 0 }} />);
    screen.getByText("Free with a discount code");
    screen.getByText("Total");
    expect(screen.queryByRole("table")).toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("show one payment and no button to change the card when the purchase was paid in full", () => {
    render(<PurchaseDetails purchase={{ ...PLAN, plan: "full" }} />);
    expect(rows()).toEqual(["1 of 1 | 21 November 2026 | £189.00 | Paid"]);
    expect(within(document.body).queryByRole("button")).toBeNull();
  });
});
