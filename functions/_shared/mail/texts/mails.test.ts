import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AUTH_MAIL_FRAME, AUTH_MAILS } from "../../../../server/authMails.ts";
import { OWNER_NEVER_SEES, OWNER_SEES } from "../../../../src/domain/sales/ownerSees.ts";
import {
  ACCESS_END_CAUSES,
  accessEndCauseSchema,
  REVOCATION_CAUSES,
  revocationCauseSchema,
} from "../../../../src/domain/staff/causes.ts";
import {
  BAIT,
  MAIL_ORDER,
  MAIL_PLACES,
  MAIL_SAMPLES,
  writeMail,
} from "../../../../tests/support/mailSamples.ts";
import { KINDS } from "../kinds.ts";
import type { MailContent, RenderedMail } from "../layout.ts";
import { renderMail } from "../render.ts";

type Written = MailContent & RenderedMail;
type Kind = keyof typeof KINDS;
const own = (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
  MAIL_SAMPLES[kind].map((details): [string, Written] => [kind, writeMail(kind, details)]),
);
const every = [
  ...own,
  ...Object.entries(AUTH_MAILS).map(([name, content]): [string, Written] => [
    `auth server: ${name}`,
    { ...content, ...renderMail(content, AUTH_MAIL_FRAME) },
  ]),
];
const isToStaff = (kind: string) => kind in KINDS && "to" in KINDS[kind as Kind];
const sample = <Name extends Kind>(name: Name, index = 0) =>
  // Every kind has a sample, and tests ask for one of them.
  writeMail(name, MAIL_SAMPLES[name][index] as (typeof MAIL_SAMPLES)[Name][number]);

describe.each(every)("every email (S-156): %s", (kind, { subject, blocks, text, html }) => {
  it("has a subject and a preview that lists of emails can show", () => {
    expect(subject.length).toBeLessThanOrEqual(isToStaff(kind) ? 250 : 78);
    expect(typeof blocks[0]).toBe("string");
    expect(html).toContain(`<title>${escaped(subject)}</title>`);
  });

  it("greets everyone but the staff, and shows no missing value", () => {
    expect(text.startsWith("Hello,\n\n")).toBe(!isToStaff(kind));
    expect(`${text}${html}`).not.toMatch(/undefined|null|NaN|Invalid Date|\[object|Hello ,|: \n/);
  });

  it("has at most one button, and in both forms the same links", () => {
    expect(blocks.filter((block) => typeof block !== "string" && "button" in block).length).toBeLessThan(2);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url = ""]) => url.replaceAll("&amp;", "&"));
    for (const url of links) expect(text).toContain(`: ${url}\n`);
    expect(text.match(/: (https?:|\{\{ .SiteURL)/g)?.length ?? 0).toBe(links.length);
  });

  it("has HTML that every mail program can show with nothing loaded", () => {
    expect(unbalanced(html)).toEqual([]);
    expect(html).not.toMatch(/<img|<script|@import|url\(|src=/);
    const tokens = readFileSync(join(import.meta.dirname, "../../../../src/ui/styles/tokens.css"), "utf8");
    for (const [colour] of html.matchAll(/#[0-9a-f]{6}\b/g)) expect(tokens).toContain(colour);
    expect(html).toContain("prefers-color-scheme:dark");
  });

  it("contains text that someone typed only if it goes to the staff", () => {
    if (!isToStaff(kind)) expect(`${subject}${text}${html}`).not.toContain("evil.example");
    expect(html).not.toContain(`<b>${BAIT}`);
  });
});

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");

/** Elements that are not closed, or closed in the wrong order, also as Outlook reads its conditional comments. */
function unbalanced(html: string): string[] {
  const open: string[] = [];
  for (const [, slash, name = ""] of html
    .replace(/<!--\[if mso\]>|<!\[endif\]-->/g, "")
    .matchAll(/<(\/?)(\w+)/g)) {
    if (["meta", "br"].includes(name)) continue;
    if (!slash) open.push(name);
    else if (open.pop() !== name) return [...open, `/${name}`];
  }
  return open;
}

describe("the greeting (S-157)", () => {
  const content = { subject: "Hello", blocks: ["Welcome."] };

  it("has the name of a reader who has proved the address, which no program translates", () => {
    const { text, html } = renderMail(content, { greets: "Ọlá", footer: [] });
    expect(text).toMatch(/^Hello Ọlá,\n\nWelcome\./);
    expect(html).toContain('Hello <bdi translate="no">Ọlá</bdi>,');
  });
});

describe("emails after a payment", () => {
  it("show a guest's temporary password on a line that does not wrap (S-122)", () => {
    const { text, html } = sample("credentials");
    expect(text.split("\n")).toContain("Temporary password: Ab2c-Ab2c-Ab2c-Ab2c");
    expect(text).toContain("Sign in: https://academy.example/auth\n");
    expect(text).toContain("expires on 4 December 2026");
    expect(html).toMatch(/<strong translate="no" style="[^"]*white-space:nowrap[^"]*">Ab2c-Ab2c-Ab2c-Ab2c</);
    expect(sample("attached").text).not.toMatch(/temporary password:/i);
  });

  it("show net, VAT and total on a receipt, which is not a VAT invoice without a VAT number (S-104)", () => {
    const { subject, text, html } = sample("receipt");
    expect(subject).toMatch(/^Receipt/);
    expect(text).toContain("Order: 5F0C3B1E\nPaid on: 20 November 2026");
    expect(text).toContain("Net: £50.00\nVAT (20%): £10.00\nTotal: £60.00");
    expect(html).toContain('<strong><bdi translate="no">£60.00</bdi></strong>');
    expect(text).toContain("This receipt is not a VAT invoice.");
    expect(text).not.toContain("Discount");
  });

  it("lead a buyer from the receipt to the invoice in their account, by its number (S-128)", () => {
    const places = { ...MAIL_PLACES, facts: { ...MAIL_PLACES.facts, vatNumber: "GB 123 4567 89" } };
    const write = (invoiceNumber: string | null) =>
      writeMail("receipt", { order: MAIL_ORDER, number: 1, invoiceNumber }, places);
    expect(write("ABCD-0001").subject).toMatch(/^Receipt/);
    expect(write("ABCD-0001").text).toContain("Your VAT invoice has the number ABCD-0001.");
    expect(write("ABCD-0001").text).toContain("/academy/account#payments");
    // The provider may not have issued it yet.
    expect(write(null).text).toContain("You can find your VAT invoice on your account page");
  });

  it("say on the receipt of a free order that nothing was paid, and promise no invoice (S-132)", () => {
    const order = { ...MAIL_ORDER, discount_pence: 5000, vat_pence: 0, total_pence: 0 };
    const { text } = writeMail("receipt", { order, number: 1, invoiceNumber: null });
    expect(text).toContain("you paid nothing");
    expect(text).not.toMatch(/received your payment|invoice/);
  });

  it("mention a discount, the number of the payment and a request for immediate access on the receipt", () => {
    const { text } = sample("receipt", 1);
    expect(text).toContain("Discount: -£10.00\nNet: £40.00");
    expect(text).toContain("3-month plan, payment 3 of 3");
    expect(text).toContain("14-day cancellation period");
  });

  it("say on a refund where its credit note is, and its number once the provider has issued it (S-165)", () => {
    expect(sample("refund").text).toContain(
      "Your credit note has the number ABCD-0001-CN-01. You can find it on your",
    );
    expect(sample("refund", 1).text).toContain(
      "Your credit note appears on your account page under “Your payments”",
    );
    expect(sample("refund").html).toContain(
      '<bdi translate="no" style="white-space:nowrap">ABCD-0001-CN-01</bdi>',
    );
    expect(sample("refund", 2).text).not.toMatch(/credit note|payments/);
  });

  it("name the discount code as the reason for a refund if it was for a first purchase only", () => {
    expect(sample("refund").text).toContain("The discount code of this order is only for a first purchase");
    expect(sample("refund", 1).text).not.toContain("discount code");
  });
});

describe("emails about a team (S-177)", () => {
  it("tell an invited person who asks, what the owner will see and what never, and that they decide", () => {
    const { text } = sample("team_invitation");
    expect(text).toContain("The owner of a team has entered this address");
    expect(text).toContain("Team: Kreuzberg e.V., Team 2\n");
    expect(text).toContain("You decide whether to accept it.");
    for (const seen of OWNER_SEES) expect(text).toContain(seen);
    expect(text).toContain(OWNER_NEVER_SEES);
    const [{ link }] = MAIL_SAMPLES.team_invitation as [(typeof MAIL_SAMPLES.team_invitation)[number]];
    for (const team of [null, BAIT, "Pay at evil.example", "evil．example", "ada@home", "1.2.3.4"]) {
      const facts = {
        ...MAIL_SAMPLES.team_ready[0],
        team,
        link,
      } as (typeof MAIL_SAMPLES.team_invitation)[number];
      expect(writeMail("team_invitation", facts).text, team ?? "").not.toContain("Team:");
    }
  });

  it("tell a learner whose place is paused or has ended what stays, and that they owe nothing", () => {
    expect(sample("seat_paused").text).toMatch(/You owe nothing[\s\S]*everything you have written are kept/);
    expect(sample("seat_ended").text).toMatch(/no longer have access[\s\S]*certificate .* stays valid/);
    expect(sample("seat_ended", 1).text).toContain("nothing changes for you");
    expect(sample("seat_ended", 2).text).not.toContain("stays valid");
    expect(sample("seat_ended", 2).text).toContain("is no longer valid");
    expect(sample("team_paused", 2).text).toMatch(/never paid for[\s\S]*taken back places, or bought more/);
  });

  it("say on a receipt and after a refund how many places an order has", () => {
    expect(sample("receipt", 2).text).toContain("Price (25 × £500.00): £12,500.00");
    expect(sample("refund", 3).text).toContain("That leaves 13 of the 25 places");
    expect(sample("refund", 3).text).not.toMatch(/your access|My Learning/i);
  });
});

describe("emails about a 3-month plan", () => {
  it("list all three payments and their total at the start of the plan", () => {
    const { text } = sample("plan_schedule");
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
    const { text } = sample("payment_failed");
    expect(text).toContain("Payment 2 of 3 (£21.60) was declined");
    expect(text).toContain("by 4 December 2026");
    expect(text).toContain("Pay now: https://pay.example/invoice/in_1");
    expect(sample("payment_failed", 1).subject).toMatch(/will be paused on 4 December 2026$/);
  });

  it("say that progress is kept when access pauses or ends, and that the learner can carry on after payment", () => {
    expect(sample("access_paused").text).toMatch(/progress.*are kept/);
    expect(sample("access_ended").text).toMatch(/1 of 3 payments[\s\S]*progress.*kept/);
    expect(sample("access_ended", 1).text).toMatch(/plan has ended\.[\s\S]*still have access/);
    expect(sample("access_ended", 1).text).not.toContain("no longer");
    expect(sample("recovered").text).toContain("carry on where you left off");
  });

  it("contain no payment link when the provider has none", () => {
    expect(sample("access_paused", 1).text).not.toContain("Pay now");
  });
});

describe("emails about access that staff changed", () => {
  it("say until which day in the United Kingdom an extension lasts, and what is still open", () => {
    const text = (open: "payment" | "plan_over" | "student_id") =>
      writeMail("access_extended", { until: "2026-07-31T22:59:59.000Z", open }).text;
    expect(text("payment")).toMatch(/until the end of 31 July 2026.*payment is still outstanding/s);
    expect(text("student_id")).toMatch(/still an open question about your student ID/);
    expect(text("plan_over")).toMatch(/plan has ended.*nothing left to pay.*no longer have/s);
    expect(text("plan_over")).not.toContain("outstanding");
  });

  it("say why access ended, what is kept, how to object and that a plan takes no more payments", () => {
    const { text } = sample("access_withdrawn");
    expect(text).toContain(ACCESS_END_CAUSES.shared);
    expect(text).toMatch(/Nothing was refunded\. No more payments/);
    expect(text).toMatch(/reply to this email/);
    const other = sample("access_withdrawn", 1).text;
    expect(other).not.toContain("No more payments");
    expect(other).toContain("You still have access through another order.");
  });

  it("mention only certificates that are valid", () => {
    const text = (valid: ("completion" | "capstone")[]) =>
      writeMail("access_withdrawn", { cause: "shared", has_access: false, plan: "full", valid }).text;
    expect(text([])).not.toMatch(/certificate|credential/);
    expect(text(["completion"])).toContain("Your certificate stays valid.");
    expect(text(["completion", "capstone"])).toContain(
      "Your certificate and your capstone credential stay valid.",
    );
  });

  it("say that a cancelled plan costs nothing more when access is restored", () => {
    expect(sample("access_restored").text).toContain("there is nothing more to pay");
    expect(sample("access_restored", 1).text).not.toContain("nothing more to pay");
  });

  it("say why a certificate was revoked, what no longer works and how to object", () => {
    const { text } = sample("certificate_withdrawn");
    expect(text).toContain(REVOCATION_CAUSES.not_own_work);
    expect(text).toMatch(/public page now says.*If you disagree, please reply/s);
  });

  it("have a sentence for every cause", () => {
    expect(revocationCauseSchema.options).toEqual(Object.keys(REVOCATION_CAUSES));
    expect(accessEndCauseSchema.options).toEqual(Object.keys(ACCESS_END_CAUSES));
  });
});

describe("the email about a review of the capstone", () => {
  it("says whether the capstone passed and leads to the review", () => {
    expect(sample("capstone_reviewed").text).toContain("It has passed.");
    expect(sample("capstone_reviewed").text).toContain(
      "Read the review: https://academy.example/academy/capstone",
    );
  });

  it("leads to the credential only if the capstone passed", () => {
    expect(sample("capstone_reviewed").text).toContain("/academy/certificate");
    expect(sample("capstone_reviewed", 1).text).not.toContain("credential");
  });

  it("offers a second attempt only to a learner who has one", () => {
    expect(sample("capstone_reviewed", 1).text).toContain("hand it in once more");
    const { text } = writeMail("capstone_reviewed", { passed: false, may_hand_in_again: false });
    expect(text).toMatch(/It has not passed\.\n/);
  });
});

describe("emails from the contact form", () => {
  it("have an answer as it was written, with markup as text, and say why it arrives", () => {
    const { text, html } = sample("contact_answer");
    expect(text).toMatch(/^Hello,\n\nOn 20 November 2026 at 23:20, UK time, we received a message/);
    expect(text).toContain("This is our answer:\n\nDear Ada,\n\nYes.\n<b>Offline</b> too.\n\nYou can reply");
    expect(text).toContain("If you did not write to us, someone entered your address");
    expect(html).toContain("Dear Ada,</p>\n");
    expect(html).toContain("Yes.<br>&lt;b&gt;Offline&lt;/b&gt; too.</p>");
  });

  it("have a fixed subject for an answer, and replies to it reach the course provider", () => {
    expect(sample("contact_answer")).toMatchObject({
      subject: "Our answer to your message",
      replyTo: { address: "hello@academy.example" },
    });
  });
});
