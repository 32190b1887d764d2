import fc from "fast-check";
import { z } from "zod";
import { HANDLED_EVENTS } from "../../functions/_shared/payments/events/handleEvent.ts";
import { proveAddressReplySchema, requestLinkReplySchema } from "../../src/domain/address.ts";
import {
  issueReplySchema,
  issuerSchema,
  verifyReplySchema,
} from "../../src/domain/certificate/certificate.ts";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { deleteReplySchema, exportReplySchema, keepReplySchema } from "../../src/domain/privacy.ts";
import { saveFactsReplySchema } from "../../src/domain/provider/factsSchema.ts";
import {
  billingPortalReplySchema,
  correctOrderEmailReplySchema,
  createCheckoutReplySchema,
  resendCredentialsReplySchema,
  uploadStudentIdReplySchema,
  validateDiscountReplySchema,
  verifyPaymentReplySchema,
} from "../../src/domain/sales/checkout.ts";
import { interestReplySchema } from "../../src/domain/sales/interests.ts";
import { answerStudentIdReplySchema } from "../../src/domain/sales/studentIdDecision.ts";
import { buyTeamReplySchema } from "../../src/domain/sales/teams.ts";
import { signUpReplySchema } from "../../src/domain/signUp.ts";
import { staffInvoiceReplySchema } from "../../src/domain/staff/invoices.ts";
import { staffLearnerReplySchema } from "../../src/domain/staff/learners.ts";
import {
  correctionReplySchema,
  staffOrderReplySchema,
  staffStudentIdReplySchema,
} from "../../src/domain/staff/requests.ts";
import { remindersReplySchema, stopRemindersReplySchema } from "../../src/domain/study/reminders.ts";
import { invoiceRequest } from "../commerce/invoices.ts";
import { newEmail, professionalPayload } from "../commerce/shop.ts";
import { teamRequest } from "../commerce/teams.ts";
import { FACTS } from "../staff/facts.ts";
import { damaged, nearly, nearlyJson, oddBody, oddQuery, oddText } from "./oddInputs.ts";
import { mostly, type Part, sometimes, type Target, timer } from "./parts.ts";
import type { ShopWorld } from "./shopWorld.ts";
import { oddStudentId } from "./studentIds.ts";

/** Valid objects for the provider's events, by type, about orders that exist and orders that do not. */
function objectsOf({ open, plan }: ShopWorld): Record<string, Record<string, unknown>> {
  const { intent: payment_intent, charge, subscription } = plan;
  return {
    "checkout.session": {
      id: open.sessionId,
      status: "complete",
      payment_status: "unpaid",
      amount_total: 1,
      currency: "gbp",
      metadata: { order_id: open.orderId },
      payment_intent: null,
      subscription: null,
    },
    invoice: { id: "in_1", parent: { subscription_details: { subscription } } },
    invoice_payment: { id: "inpay_1", invoice: "in_1" },
    customer_cash_balance_transaction: { id: "ccsbtxn_1", customer: "cus_1" },
    "customer.subscription": { id: subscription, metadata: {}, customer: "cus_1" },
    charge: { id: charge, amount_refunded: 0, payment_intent },
    refund: { id: "re_1", status: "succeeded", charge, failure_reason: null },
    review: { id: "prv_1", payment_intent, reason: "rule" },
    "radar.early_fraud_warning": { id: "issfr_1", payment_intent, fraud_type: "misc" },
    "charge.dispute": { id: "dp_1", status: "under_review", payment_intent },
  };
}

/** Malformed events with a valid signature, as from another API version or an attacker with the secret. */
function signedEvents(world: ShopWorld): fc.Arbitrary<Part> {
  const objects = objectsOf(world);
  const event = fc.constantFrom(...HANDLED_EVENTS).chain((type) => {
    const kind = type.slice(0, type.lastIndexOf("."));
    const inner = nearly(objects[kind] ?? {});
    return fc.tuple(inner, fc.uuid()).chain(([object, id]) => {
      const good = { id: `evt_${id}`, object: "event", type, created: 1, data: { object } };
      return fc.oneof(
        { weight: 3, arbitrary: fc.constant<unknown>(good) },
        { weight: 1, arbitrary: nearly(good) },
      );
    });
  });
  const bodies = fc.oneof(
    { weight: 9, arbitrary: event.map((each) => Buffer.from(JSON.stringify(each))) },
    { weight: 1, arbitrary: oddBody },
  );
  return bodies.map((body) => ({ body, headers: { "stripe-signature": world.signatureOf(body) } }));
}

const unsignedEvents: fc.Arbitrary<Part> = fc
  .tuple(
    oddBody,
    fc.oneof(
      fc.constantFrom(
        "t=1,v1=00",
        "t=99999999999999999999,v1=aa",
        "t=1",
        "v1=00",
        "t=,v1=",
        "t=1,v1=zz,v0=00",
      ),
      fc.nat().map((at) => `t=${at},v1=${"ab".repeat(32)}`),
      oddText.filter((text) => /^[\x20-\x7e]*$/.test(text)),
    ),
  )
  .map(([body, signature]) => ({ body, headers: { "stripe-signature": signature } }));

const sampleSignUp = {
  firstName: "Ada",
  lastName: "Obi",
  email: newEmail(),
  password: "correct horse battery",
};

const nothing = fc.constant<Part>({});

/** The target for each function, by its name. */
export function targetsOf(world: ShopWorld): Record<string, Target> {
  const { academy, certificateId, forStaff, paid } = world;
  const tokenOf = (name: string) => world.learner(name).token;
  const post = (parts: fc.Arbitrary<Part>, reply: Target["reply"]): Target => ({
    method: "POST",
    parts,
    reply,
  });
  const get = (parts: fc.Arbitrary<Part>, reply: Target["reply"]): Target => ({
    method: "GET",
    parts,
    reply,
  });

  return {
    ...Object.fromEntries(
      [
        "delete-due-accounts",
        "deliver-mail",
        "issue-missed-certificates",
        "reconcile-payments",
        "send-reminders",
        "watch-operations",
      ].map((name) => [name, timer(academy.secretKey)]),
    ),
    "answer-student-id": post(
      mostly(nearlyJson({ key: "no such key", choice: "another", studentIdRef: "unknown" })),
      answerStudentIdReplySchema,
    ),
    "apply-retention": timer(
      academy.secretKey,
      z.strictObject({
        counts: z.record(z.string(), z.int()),
        failed: z.array(z.string()),
        unfinished: z.array(z.string()),
      }),
    ),
    "billing-portal": post(
      sometimes(
        tokenOf("billing-portal"),
        fc.oneof(
          nearlyJson({ returnPath: "/academy/account" }),
          nearlyJson({ paper: { kind: "invoice", id: crypto.randomUUID() } }),
        ),
        [19, 1],
      ),
      billingPortalReplySchema,
    ),
    // Most fail at the last check, a team that the caller does not own. A few become orders.
    "buy-team": post(
      fc.constantFrom("card", "card", "invoice").chain((pay) =>
        sometimes(
          tokenOf("buy-team"),
          fc.oneof(
            {
              weight: 19,
              arbitrary: nearlyJson(teamRequest({ pay, teamId: crypto.randomUUID(), isAuthenticated: true })),
            },
            { weight: 1, arbitrary: nearlyJson(teamRequest({ pay })) },
          ),
          [9, 1],
        ),
      ),
      buyTeamReplySchema,
    ),
    "certificate-issuer": { ...get(nothing, issuerSchema), otherMethods: 22 },
    "certificate-status": { ...get(nothing, z.looseObject({ proof: z.looseObject({}) })), otherMethods: 22 },
    "correct-order-email": post(
      fc.oneof(
        { weight: 19, arbitrary: mostly(nearlyJson({ claimToken: "", email: "not an address" })) },
        { weight: 1, arbitrary: mostly(nearlyJson({ claimToken: paid.claimToken, email: newEmail() })) },
      ),
      correctOrderEmailReplySchema,
    ),
    "create-guest-checkout": post(checkouts(world), createCheckoutReplySchema),
    "delete-my-account": post(
      sometimes(
        tokenOf("delete-my-account"),
        nearlyJson({ confirmation: world.learner("delete-my-account").email, keepCertificate: false }),
        [19, 1],
      ),
      deleteReplySchema,
    ),
    "export-my-data": post(
      sometimes(tokenOf("export-my-data"), nearlyJson({ a: 1 }), [19, 1]),
      exportReplySchema,
    ),
    // Without the secret key. A world without timers has late jobs, so the status is 503 and no failure.
    health: {
      ...get(nothing, z.strictObject({ status: z.literal("ok") })),
      unavailable: z.strictObject({ status: z.literal("late"), problems: z.array(z.string()) }),
      otherMethods: 22,
    },
    "issue-certificate": post(
      sometimes(
        tokenOf("issue-certificate"),
        nearlyJson({ courseId: COURSE_ID, holderName: "Ada Obi" }),
        [9, 1],
      ),
      issueReplySchema,
    ),
    "staff-certificate": post(
      byStaff(world, { certificateId: forStaff.certificateId, holderName: "Ada Obi-Lee", reason: "Asked" }),
      correctionReplySchema,
    ),
    "staff-settings": post(
      byStaff(world, { basedOn: 0, facts: FACTS, reason: "Asked" }),
      saveFactsReplySchema,
    ),
    "keep-my-account": post(
      sometimes(tokenOf("delete-my-account"), nearlyJson({ key: "" }), [19, 1]),
      keepReplySchema,
    ),
    "prove-address": post(
      sometimes(
        tokenOf("prove-address"),
        nearlyJson({ key: "no such key", password: "long enough" }),
        [4, 1],
      ),
      proveAddressReplySchema,
    ),
    "request-address-link": post(
      sometimes(tokenOf("request-address-link"), nearlyJson({ email: newEmail() }), [4, 1]),
      requestLinkReplySchema,
    ),
    "resend-credentials": post(
      fc.oneof(
        { weight: 24, arbitrary: mostly(nearlyJson({ claimToken: "" })) },
        { weight: 1, arbitrary: mostly(nearlyJson({ claimToken: paid.claimToken })) },
      ),
      resendCredentialsReplySchema,
    ),
    "staff-order": post(
      fc
        .record({
          action: fc.constantFrom(
            "resend",
            "correct_email",
            "refund",
            "finish_refund",
            "end_access",
            "restore_access",
          ),
          orderId: fc.constantFrom(forStaff.orderId, world.open.orderId),
          attemptId: fc.uuid(),
          amountPence: fc.integer({ min: 1, max: 200 }),
          // The screen is up to date in the first refund only.
          seenRefundedPence: fc.constantFrom(0, 0, 1),
          email: fc.constant(newEmail()),
          seenEmail: fc.constantFrom(forStaff.email, newEmail()),
          reason: fc.constant("Asked"),
          cause: fc.constant("mistake"),
          note: fc.constant("Asked"),
        })
        .chain((good) => byStaff(world, good)),
      staffOrderReplySchema,
    ),
    "staff-invoice": post(
      fc
        .constantFrom("open", "send", "void")
        .chain((action) => byStaff(world, { ...invoiceRequest(), action, attemptId: crypto.randomUUID() })),
      staffInvoiceReplySchema,
    ),
    "staff-learner": post(
      fc.constantFrom("send_mail", "request_removal", "confirm_removal").chain((action) =>
        byStaff(world, {
          action,
          learnerId: world.learner("staff-learner").id,
          mail: "reset",
          attemptId: crypto.randomUUID(),
          requestId: crypto.randomUUID(),
          check: "letter",
          checkedOn: "2026-11-25",
          reason: "Asked",
        }),
      ),
      staffLearnerReplySchema,
    ),
    "course-interest": post(
      fc.oneof(
        mostly(nearlyJson({ key: crypto.randomUUID(), isWanted: true })),
        mostly(nearlyJson({ email: newEmail(), courseId: "eu-ai-act-compliance" })),
      ),
      interestReplySchema,
    ),
    "send-contact-email": post(messages(), z.strictObject({ success: z.literal(true) })),
    "sign-up": post(
      fc.oneof(
        { weight: 24, arbitrary: mostly(nearlyJson({ ...sampleSignUp, password: "football" })) },
        { weight: 1, arbitrary: mostly(nearlyJson(sampleSignUp)) },
      ),
      signUpReplySchema,
    ),
    "set-reminders": post(
      sometimes(
        tokenOf("set-reminders"),
        nearlyJson({ change: { channel: "email", minute: 60, timeZone: "Europe/London", planStart: null } }),
        [9, 1],
      ),
      remindersReplySchema,
    ),
    "staff-student-id": post(
      fc
        .constantFrom("open", "open", "refuse")
        .chain((action) =>
          byStaff(world, { id: forStaff.studentId, action, reason: "expired", note: "No date" }),
        ),
      staffStudentIdReplySchema,
    ),
    "stop-reminders": post(
      fc.oneof(
        {
          weight: 19,
          arbitrary: mostly(nearlyJson({ endpoint: "https://fcm.googleapis.com/fcm/send/a" })),
        },
        { weight: 1, arbitrary: mostly(nearlyJson({ key: crypto.randomUUID() })) },
      ),
      stopRemindersReplySchema,
    ),
    "stripe-webhook": {
      method: "POST",
      parts: fc.oneof(
        { weight: 9, arbitrary: unsignedEvents },
        { weight: 1, arbitrary: signedEvents(world) },
      ),
      reply: z.strictObject({ received: z.literal(true) }),
      // Events for the operator, and events that only a wrong configuration can cause. The provider is expected to
      // deliver the latter again.
      reports:
        /"event":"(refund_failed|payment_in_review|early_fraud_warning)"|resource_missing|should cost|names an order that does not exist/,
    },
    "upload-student-id": post(oddStudentId, uploadStudentIdReplySchema),
    "use-recovery-code": post(
      sometimes(tokenOf("use-recovery-code"), nearlyJson({ code: "AAAA-BBBB-CCCC-DDDD" }), [19, 1]),
      z.object({ success: z.literal(true) }),
    ),
    "validate-discount-code": post(
      mostly(nearlyJson({ code: "SAVE 10", priceId: "price of nothing", email: newEmail() })),
      validateDiscountReplySchema,
    ),
    "verify-certificate": get(
      fc.oneof(
        { weight: 6, arbitrary: oddQuery.map((query) => ({ query })) },
        { weight: 3, arbitrary: damaged(fc.constant(Buffer.from(certificateId))).map(asId) },
        { weight: 1, arbitrary: fc.constant(Buffer.from(certificateId)).map(asId) },
      ),
      verifyReplySchema,
    ),
    "verify-guest-payment": post(
      fc.oneof(
        { weight: 14, arbitrary: mostly(nearlyJson({ sessionId: "cs" })) },
        { weight: 1, arbitrary: mostly(nearlyJson({ sessionId: world.open.sessionId })) },
        { weight: 1, arbitrary: mostly(nearlyJson({ sessionId: paid.sessionId })) },
        { weight: 1, arbitrary: mostly(damaged(fc.constant(Buffer.from('{"sessionId":"cs_test_a"}')))) },
      ),
      verifyPaymentReplySchema,
    ),
  };
}

/** Mostly by staff: reviewers and anonymous callers are refused before the rest is read. */
function byStaff({ staff, reviewer }: ShopWorld, good: Record<string, unknown>): fc.Arbitrary<Part> {
  const as = (token: string) =>
    fc.oneof(nearlyJson(good), fc.constant(Buffer.from(JSON.stringify(good)))).map(
      (body): Part => ({
        body,
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      }),
    );
  return fc.oneof(
    { weight: 8, arbitrary: as(staff.token) },
    { weight: 1, arbitrary: as(reviewer.token) },
    { weight: 1, arbitrary: mostly(nearlyJson(good)) },
  );
}

function asId(bytes: Buffer): Part {
  return {
    query: `?id=${bytes.toString("latin1").replace(/[^\x21-\x7e]/g, (each) => `%${each.charCodeAt(0).toString(16).padStart(2, "0")}`)}`,
  };
}

/** Most fail at a check that sends no request, some at the last check (the student ID). A few become orders. */
function checkouts(world: ShopWorld): fc.Arbitrary<Part> {
  const good = professionalPayload(newEmail());
  const early = { ...good, termsAccepted: true, userId: crypto.randomUUID(), courseType: "student" };
  const late = { ...early, priceId: "academy_student_full", studentIdRef: "unknown" };
  return fc.oneof(
    { weight: 80, arbitrary: mostly(nearlyJson(early)) },
    { weight: 15, arbitrary: mostly(nearlyJson(late)) },
    { weight: 4, arbitrary: mostly(nearlyJson(good)) },
    {
      weight: 1,
      arbitrary: mostly(nearlyJson({ ...good, isAuthenticated: true }), {
        authorization: `Bearer ${world.learner("create-guest-checkout").token}`,
      }),
    },
  );
}

/** Most fail only the last of the function's checks. A few are valid, and are stored as messages. */
function messages(): fc.Arbitrary<Part> {
  const good = { name: "Ama", email: newEmail(), subject: "Hello", message: "A question" };
  const another = fc.uuid().chain((id) => nearlyJson({ ...good, id }));
  return fc.oneof(
    { weight: 49, arbitrary: mostly(nearlyJson({ ...good, website: "", subject: "", message: "" })) },
    { weight: 1, arbitrary: mostly(another) },
  );
}
