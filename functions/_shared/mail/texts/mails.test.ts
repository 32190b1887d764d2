import { describe, expect, it } from "vitest";
import { initialFacts } from "../../../../src/domain/provider/facts.ts";
import type { Order } from "../../orders/order.ts";
import { type MailContent, renderMail } from "../layout.ts";
import { capstoneReviewedMail } from "./capstoneReviewedMail.ts";
import { contactAnswerMail } from "./contactMails.ts";
import { attachedMail, credentialsMail } from "./enrolmentMails.ts";
import { receiptMail } from "./receiptMail.ts";
import { refundMail } from "./refundMail.ts";

const { facts } = initialFacts();
const render = (content: MailContent) => renderMail(content, facts.supportEmail);
const siteUrl = "https://academy.example";
const order: Order = {
  id: "5f0c3b1e-8a53-4d2e-9a64-0d2f6f6f1a11",
  created_at: "2026-11-20T23:20:00.000Z",
  status: "paid",
  tier: "student",
  plan: "full",
  subtotal_pence: 5000,
  discount_pence: 0,
  vat_pence: 1000,
  total_pence: 6000,
  currency: "gbp",
  email: "buyer@mail.example",
  first_name: "<b>Ada</b>",
  last_name: "O'Neil",
  organization: "",
  purchase_order: "",
  user_id: null,
  checkout_session_id: "cs_1",
  subscription_id: null,
  schedule_id: null,
  grace_until: null,
  paid_at: "2026-11-20T23:30:00.000Z",
  plan_ended_at: null,
  immediate_supply_consent_at: null,
  first_purchase_only: false,
};

describe("emails after a payment", () => {
  it("show a guest's temporary password on a separate line (S-122)", () => {
    const content = credentialsMail({
      siteUrl,
      email: order.email,
      password: "Ab2c-Ab2c-Ab2c-Ab2c",
      until: "2026-12-04T23:30:00.000Z",
    });
    const { text, html } = render(content);
    expect(text.split("\n")).toContain("Temporary password: Ab2c-Ab2c-Ab2c-Ab2c");
    expect(text).toContain("https://academy.example/auth");
    expect(text).toContain("expires on 4 December 2026");
    expect(html).toContain("Ab2c-Ab2c-Ab2c-Ab2c");
  });

  it("contain no password when the buyer already has an account", () => {
    expect(render(attachedMail({ siteUrl })).text).not.toMatch(/temporary password:/i);
  });

  it("show net, VAT and total on a receipt, which is not a VAT invoice without a VAT number (S-104)", () => {
    const { subject, text } = render(receiptMail({ siteUrl, facts, order }));
    expect(subject).toMatch(/^Receipt/);
    expect(text).toContain("Net: £50.00\nVAT (20%): £10.00\nTotal: £60.00");
    expect(text).toContain("This receipt is not a VAT invoice.");
    expect(text).toContain("Paid on: 20 November 2026");
    expect(text).not.toContain("Discount");
  });

  it("lead a buyer from the receipt to the invoice in their account, by its number (S-128)", () => {
    const registered = { ...facts, vatNumber: "GB 123 4567 89" };
    const write = (invoiceNumber: string | null) =>
      render(receiptMail({ siteUrl, facts: registered, order, invoiceNumber }));
    expect(write("ABCD-0001").subject).toMatch(/^Receipt/);
    expect(write("ABCD-0001").text).toContain("Your VAT invoice has the number ABCD-0001.");
    expect(write("ABCD-0001").text).toContain(`${siteUrl}/academy/account#payments`);
    // The provider may not have issued it yet.
    expect(write(null).text).toContain("You find your VAT invoice on your account page");
  });

  it("say on the receipt of a free order that nothing was paid, and promise no invoice (S-132)", () => {
    const free = { ...order, discount_pence: 5000, vat_pence: 0, total_pence: 0 };
    const { text } = render(receiptMail({ siteUrl, facts: { ...facts, vatNumber: "GB 1" }, order: free }));
    expect(text).toContain("you paid nothing");
    expect(text).not.toMatch(/received your payment|invoice/);
  });

  it("mention a discount and a request for immediate access on the receipt", () => {
    const content = receiptMail({
      siteUrl,
      facts,
      order: { ...order, discount_pence: 1000, immediate_supply_consent_at: "2026-11-20T10:00:00.000Z" },
    });
    const { text } = render(content);
    expect(text).toContain("Discount: -£10.00\nNet: £40.00");
    expect(text).toContain("14-day cancellation period");
  });

  it("say which of a plan's three payments a receipt is for", () => {
    const plan: Order = { ...order, plan: "installment" };
    expect(render(receiptMail({ siteUrl, facts, order: plan })).text).toContain(
      "3-month plan, payment 1 of 3",
    );
    const third = receiptMail({ siteUrl, facts, order: plan, number: 3 });
    expect(render(third).text).toContain("3-month plan, payment 3 of 3");
  });

  it("escape markup in their text", () => {
    const { html } = render({ subject: "<b>", blocks: [{ kind: "text", text: "<b>Ada</b> O'Neil" }] });
    expect(html).not.toContain("<b>");
    expect(html).toContain("&lt;b&gt;Ada&lt;/b&gt; O&#39;Neil");
  });

  it("set no colours, so that they are readable in dark mode", () => {
    const { html } = render(receiptMail({ siteUrl, facts, order }));
    expect(html).not.toMatch(/[^-]color:|background/);
    expect(html).toContain("light dark");
  });
});

describe("the email about a refund of a second purchase", () => {
  const refund = {
    now_pence: 6000,
    refunded_pence: 6000,
    paid_pence: 6000,
    is_second_purchase: true,
    has_access: true,
  };
  const textFor = (firstPurchaseOnly: boolean) =>
    render(refundMail({ siteUrl, order: { ...order, first_purchase_only: firstPurchaseOnly }, refund })).text;

  it("names the discount code as the reason if it was for a first purchase only", () => {
    expect(textFor(true)).toContain("The discount code of this order is only for a first purchase");
    expect(textFor(false)).not.toContain("discount code");
  });
});

describe("the email about a review of the capstone", () => {
  const text = (passed: boolean, mayHandInAgain: boolean) =>
    render(capstoneReviewedMail(siteUrl, { passed, may_hand_in_again: mayHandInAgain })).text;

  it("says whether the capstone passed and leads to the review", () => {
    expect(render(capstoneReviewedMail(siteUrl, { passed: true, may_hand_in_again: false }))).toMatchObject({
      subject: "Your capstone has been reviewed",
    });
    expect(text(true, false)).toContain("It has passed.");
    expect(text(true, false)).toContain("Read the review: https://academy.example/academy/capstone");
  });

  it("leads to the credential only if the capstone passed", () => {
    expect(text(true, false)).toContain("Get your credential: https://academy.example/academy/certificate");
    expect(text(false, true)).not.toContain("credential");
  });

  it("offers a second attempt only to a learner who has one", () => {
    expect(text(false, true)).toContain("hand it in once more");
    expect(text(false, false)).toContain("It has not passed.");
    expect(text(false, false)).not.toContain("once more");
  });
});

describe("the email with an answer to a contact message", () => {
  const answer = { body: "Yes.\n\n<b>Offline</b> too.", sent_at: "2026-11-20T23:20:00+00:00" };
  const content = contactAnswerMail("hello@academy.example", answer);

  it("has the answer as it was written, with markup as text, and says why it arrives", () => {
    const { text, html } = render(content);
    expect(text).toMatch(/^On 20 November 2026 at 23:20 \(UK time\) we received a message/);
    expect(text).toContain("This is our answer:\n\nYes.\n\n<b>Offline</b> too.\n\nYou can reply");
    expect(text).toContain("If you did not write to us, someone entered your address");
    expect(html).toContain("Yes.<br><br>&lt;b&gt;Offline&lt;/b&gt; too.");
  });

  it("has a fixed subject, and replies to it reach the course provider", () => {
    expect(content.subject).toBe("Our answer to your message");
    expect(content.replyTo?.address).toBe("hello@academy.example");
  });
});
