import { describe, expect, it } from "vitest";
import { initialFacts } from "../../../../src/domain/provider/facts.ts";
import type { PlannedPayment } from "../../../../src/domain/sales/instalments.ts";
import type { Payment } from "../../payments/plan/instalments.ts";
import { type MailContent, renderMail } from "../layout.ts";
import {
  accessEndedMail,
  accessPausedMail,
  paymentFailedMail,
  planScheduleMail,
  recoveredMail,
} from "./planMails.ts";

const render = (content: MailContent) => renderMail(content, initialFacts().facts.supportEmail);
const siteUrl = "https://academy.example";
const payment: Payment = {
  number: 2,
  invoice_number: "A-1",
  invoice_url: "https://pay.example/invoice/in_1",
  amount_pence: 2160,
  due_at: "2026-12-20T23:30:00.000Z",
  paid_at: null,
  failed_at: "2026-12-21T00:30:00.000Z",
};
const payments: PlannedPayment[] = [
  { number: 1, dueAt: "2026-11-20T10:00:00.000Z", amountPence: 2160, status: "paid" },
  { number: 2, dueAt: "2026-12-20T10:00:00.000Z", amountPence: 2160, status: "failed" },
  { number: 3, dueAt: "2027-01-20T10:00:00.000Z", amountPence: 2160, status: "due" },
];

describe("emails about a 3-month plan", () => {
  it("list all three payments and their total at the start of the plan", () => {
    const { text } = render(planScheduleMail({ siteUrl, payments }));
    expect(text).toContain(
      [
        "Payment 1 of 3: £21.60 on 20 November 2026, paid",
        "Payment 2 of 3: £21.60 on 20 December 2026",
        "Payment 3 of 3: £21.60 on 20 January 2027",
        "Total: £64.80",
      ].join("\n"),
    );
    expect(text).toContain("ends automatically after the third payment");
  });

  it("say which payment failed, how long access lasts and where to pay", () => {
    const details = { siteUrl, payment, graceUntil: "2027-01-04T00:30:00.000Z" };
    const first = render(paymentFailedMail({ ...details, isReminder: false }));
    expect(first.text).toContain("Payment 2 of 3 (£21.60) was declined");
    expect(first.text).toContain("by 4 January 2027");
    expect(first.text).toContain("Pay now: https://pay.example/invoice/in_1");
    const reminder = render(paymentFailedMail({ ...details, isReminder: true }));
    expect(reminder.subject).toMatch(/will be paused on 4 January 2027$/);
  });

  it("say that progress is kept when access pauses or ends, and that the learner can carry on after payment", () => {
    expect(render(accessPausedMail({ payment })).text).toMatch(/progress.*are kept/);
    const ended = (hasAccess: boolean) => render(accessEndedMail({ payments, hasAccess })).text;
    expect(ended(false)).toMatch(/1 of 3 payments[\s\S]*progress.*kept/);
    expect(ended(true)).toMatch(/plan has ended\.[\s\S]*still have access/);
    expect(ended(true)).not.toContain("no longer");
    expect(render(recoveredMail({ siteUrl, payment })).text).toContain("carry on where you left off");
  });

  it("contain no payment link when the provider has none", () => {
    const { text } = render(accessPausedMail({ payment: { ...payment, invoice_url: null } }));
    expect(text).not.toContain("Pay now");
  });
});
