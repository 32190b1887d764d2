import { KINDS } from "../../functions/_shared/mail/kinds.ts";
import { footerOf, type MailContent, type RenderedMail } from "../../functions/_shared/mail/layout.ts";
import type { Places } from "../../functions/_shared/mail/mailKind.ts";
import { renderMail } from "../../functions/_shared/mail/render.ts";
import type { Order } from "../../functions/_shared/orders/order.ts";
import type { Payment } from "../../functions/_shared/payments/plan/instalments.ts";
import { initialFacts } from "../../src/domain/provider/facts.ts";
import type { PlannedPayment } from "../../src/domain/sales/instalments.ts";

type Kinds = typeof KINDS;
/** What the text of this kind of email is written from. */
type MailDetails<Name extends keyof Kinds> = Parameters<Kinds[Name]["write"]>[0];

/** Typed by someone into a form. Only emails to the staff may contain it. */
export const BAIT = "your account will be closed: confirm at https://evil.example";

export const MAIL_ORDER: Order = {
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
  first_name: BAIT,
  last_name: BAIT,
  organization: BAIT,
  purchase_order: BAIT,
  user_id: null,
  checkout_session_id: "cs_1",
  subscription_id: null,
  schedule_id: null,
  grace_until: null,
  paid_at: "2026-11-20T23:30:00.000Z",
  plan_ended_at: null,
  immediate_supply_consent_at: "2026-11-20T10:00:00.000Z",
  first_purchase_only: true,
  seats: 1,
  team_id: null,
};
const teamOrder: Order = {
  ...MAIL_ORDER,
  tier: "ngo",
  seats: 25,
  team_id: MAIL_ORDER.id,
  subtotal_pence: 12_500_00,
  vat_pence: 2_500_00,
  total_pence: 15_000_00,
};
const team = {
  team: "Kreuzberg e.V., Team 2",
  tier: "ngo" as const,
  places: 25,
  is_paused: false,
  is_disputed: false,
  is_unpaid: false,
  is_short: false,
  is_ended: false,
  is_claimed: false,
  has_access: false,
};
/** An owner who has proved an address can still type anything. */
const baitTeam = { ...team, team: BAIT };
const at = "2026-11-21T09:30:00.000Z";
const until = "2026-12-04T23:30:00.000Z";
const link = { key: "k".repeat(43), until };
const payment: Payment = {
  number: 2,
  invoice_number: "ABCD-0002",
  invoice_url: "https://pay.example/invoice/in_1?a=1&b=2",
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
const refund = {
  payment_id: MAIL_ORDER.id,
  payment_refunded_pence: 6000,
  now_pence: 6000,
  refunded_pence: 6000,
  paid_pence: 6000,
  is_second_purchase: false,
  has_access: false,
};

/** Each kind of email in the forms that its text can take. A kind without a sample fails the type check. */
export const MAIL_SAMPLES: { [Name in keyof Kinds]: MailDetails<Name>[] } = {
  course_interest: [{ key: "0195e0a0-0000-4000-8000-000000000001", course: "ai-risk-management" }],
  course_open: [{ course_id: "ai-risk-management" }],
  credentials: [false, true].map((isTeam) => ({
    email: "buyer@mail.example",
    password: "Ab2c-Ab2c-Ab2c-Ab2c",
    until,
    isTeam,
  })),
  attached: [null],
  reminder: [MAIL_ORDER],
  receipt: [
    { order: MAIL_ORDER, number: 1, invoiceNumber: null },
    {
      order: { ...MAIL_ORDER, plan: "installment", discount_pence: 1000 },
      number: 3,
      invoiceNumber: "ABCD-0003",
    },
    { order: teamOrder, number: 1, invoiceNumber: "ABCD-0004" },
  ],
  refund: [
    {
      order: MAIL_ORDER,
      refund: { ...refund, is_second_purchase: true, has_access: true },
      creditNote: "ABCD-0001-CN-01",
    },
    { order: MAIL_ORDER, refund, creditNote: null },
    { order: MAIL_ORDER, refund, creditNote: "none" },
    {
      order: teamOrder,
      refund: {
        ...{ ...refund, has_access: true },
        ...{ now_pence: 7_200_00, refunded_pence: 7_200_00, paid_pence: 15_000_00 },
      },
      creditNote: "ABCD-0004-CN-01",
    },
  ],
  plan_schedule: [payments],
  payment_failed: [
    { payment, until, isReminder: false },
    { payment: { ...payment, invoice_url: null }, until, isReminder: true },
  ],
  access_paused: [payment, { ...payment, invoice_url: null }],
  access_ended: [
    { payments, hasAccess: false },
    { payments, hasAccess: true },
  ],
  recovered: [payment],
  access_extended: (["payment", "plan_over", "student_id"] as const).map((open) => ({ until, open })),
  access_withdrawn: [
    { cause: "shared", has_access: false, plan: "installment", valid: ["completion", "capstone"] },
    { cause: "shared", has_access: true, plan: "full", valid: [] },
  ],
  access_restored: [{ is_plan: true }, { is_plan: false }],
  student_order: [
    { order: MAIL_ORDER, file: { id: MAIL_ORDER.id, university: `<b>${BAIT}`, uploaded_at: at } },
  ],
  student_id_refused: [{ ...link, reason: "unreadable" }],
  student_id_paused: [{ ...link, reason: "unreadable" }],
  student_id_accepted: [{ hasAccess: true }, { hasAccess: false }],
  study_reminder: [
    { step: { lessonId: "5", step: 2, minutes: 12 }, key: "k" },
    { step: { lab: "sort-mail", minutes: 12 }, key: "k" },
    { step: { review: "2" }, key: "k" },
    { step: { review: "due" }, key: "k" },
    { step: { capstone: true }, key: "k" },
  ],
  capstone_reviewed: [
    { passed: true, may_hand_in_again: false },
    { passed: false, may_hand_in_again: true },
  ],
  certificate_withdrawn: [{ kind: "completion", cause: "not_own_work" }],
  team_ready: [team, { ...baitTeam, is_unpaid: true }],
  team_invitation: [
    { ...team, link },
    { ...baitTeam, link },
    { ...team, team: null, link },
  ],
  seat_ended: [team, { ...baitTeam, has_access: true }, { ...team, places: 0 }],
  team_paused: [team, { ...baitTeam, is_disputed: true }, { ...team, is_short: true }],
  seat_paused: [team, baitTeam],
  team_handed_over: (["old", "new"] as const).map((to) => ({ ...baitTeam, to })),
  claim: [false, true].map((isTeam) => ({ ...link, isTeam })),
  confirm_address: [link],
  account_claimed: [null],
  deletion_requested: [link],
  deletion_undone: [null],
  account_deleted: [null],
  staff_invited: [{ role: "staff" }, { role: "reviewer" }],
  password_changed: [{ at }],
  email_changed: [{ at }],
  second_factor_added: [{ at, factor_type: "webauthn" }],
  second_factor_removed: [{ at, factor_type: "totp" }],
  recovery_codes_made: [{ at }],
  provider_joined: [{ at, provider: "google" }],
  recovery_code_used: [null],
  factor_removal_requested: [{ user_id: MAIL_ORDER.id, earliest_at: at, expires_at: until }],
  factor_removed_by_staff: [null],
  contact_message: [
    {
      name: 'Ọlá "Ada" <eve@mail.example>, Obi',
      email: "ada@mail.example",
      subject: `A question\r\nBcc: ${BAIT}`,
      message: `Hello\n\n<b>${BAIT}`,
      created_at: at,
    },
  ],
  contact_acknowledgement: [null],
  contact_answer: [{ body: "Dear Ada,\n\nYes.\n<b>Offline</b> too.", sent_at: "2026-11-20T23:20:00+00:00" }],
  problem: [{ problem: "jobs", at, value: ["issue-missed-certificates"] }],
  problem_over: [{ problem: "jobs", at }],
};

export const MAIL_PLACES: Places = {
  siteUrl: "https://academy.example",
  functionsUrl: "https://api.example/functions/v1",
  facts: initialFacts().facts,
};

export function writeMail<Name extends keyof Kinds>(
  name: Name,
  details: MailDetails<Name>,
  places = MAIL_PLACES,
): MailContent & RenderedMail {
  // The details are those of this kind, which TypeScript cannot see through the generic name.
  const write = KINDS[name].write as (details: MailDetails<Name>, places: Places) => MailContent;
  const content = write(details, places);
  const frame =
    "to" in KINDS[name] && KINDS[name].to ? { footer: [] } : { greets: "", footer: footerOf(places.facts) };
  return { ...content, ...renderMail(content, frame) };
}
