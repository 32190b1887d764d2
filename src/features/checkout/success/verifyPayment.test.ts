import { expect, test } from "vitest";
import type { CallFunction } from "../checkoutCall.ts";
import { followPayment, type Verification, verifyPayment } from "./verifyPayment.ts";

const answering = (answer: unknown): CallFunction => {
  // The fake returns the given reply, whatever the schema.
  return async () => answer as never;
};

test("a confirmed payment is reported with its plan and the masked email address (S-080)", async () => {
  const asked: unknown[] = [];
  const plan = {
    payments: [{ number: 1, dueAt: "2026-11-21T10:00:00Z", amountPence: 21_60, status: "paid" }],
  };
  const call: CallFunction = async (name, body, reply) => {
    asked.push(name, body);
    return {
      ok: true,
      data: reply.parse({ success: true, plan, email: "a••@example.org", paidPence: 21_60 }),
    };
  };
  expect(await verifyPayment(call, "cs_1")).toEqual({
    status: "granted",
    payments: plan.payments,
    maskedEmail: "a••@example.org",
    paidPence: 21_60,
  });
  expect(asked).toEqual(["verify-guest-payment", { sessionId: "cs_1" }]);
});

test.each([
  [{ success: false, error: "This payment is not complete." }, "This payment is not complete."],
  [{ success: false }, "Payment verification failed"],
])("the reply %j says that the payment was not made, which may change (S-100)", async (data, message) => {
  const verification = await verifyPayment(answering({ ok: true, data }), "cs_1");
  expect(verification).toEqual({ status: "failed", message, isFinal: false });
});

test.each([
  ["not_found", "No such payment", "No such payment"],
  ["not_found", null, "Payment verification failed"],
  ["bad_request", null, "Payment verification failed"],
])(
  "the refusal %s is final, because the session is not one of ours (S-100)",
  async (code, message, shown) => {
    const call = answering({ ok: false, kind: "refused", message, code });
    expect(await verifyPayment(call, "cs_1")).toEqual({ status: "failed", message: shown, isFinal: true });
  },
);

test.each([
  [{ kind: "refused", message: "Please wait.", code: "rate_limited" }, "Please wait."],
  [{ kind: "refused", message: "Try again.", code: "payment_provider" }, "Try again."],
  [{ kind: "refused", message: "Our fault.", code: "internal" }, "Our fault."],
  [{ kind: "refused", message: null }, "Payment verification failed"],
  [{ kind: "offline", message: null }, "There is no connection, so your payment could not be verified yet."],
  [{ kind: "broken", message: null }, "Failed to verify payment. Please contact support."],
])("the failure %j leaves open whether the payment was made (S-100)", async (failure, message) => {
  const verification = await verifyPayment(answering({ ok: false, ...failure }), "cs_1");
  expect(verification).toEqual({
    ...{ status: "unknown", message },
    isOffline: failure.kind === "offline",
  });
});

test("a payment that the bank has not made yet is reported as pending", async () => {
  const data = { success: false, isPending: true, error: "Your bank has not completed this payment yet." };
  expect(await verifyPayment(answering({ ok: true, data }), "cs_1")).toEqual({
    status: "pending",
    message: data.error,
  });
});

const UNPAID: Verification = { status: "failed", message: "Not yet", isFinal: false };
const NOT_OURS: Verification = { status: "failed", message: "Not ours", isFinal: true };
const UNKNOWN: Verification = { status: "unknown", message: "No connection", isOffline: true };
const GRANTED: Verification = { status: "granted", payments: [], maskedEmail: null, paidPence: null };

/** Follows a payment while the server returns these replies in turn and then repeats the last one. */
async function follow(...answers: Verification[]) {
  const pauses: number[] = [];
  const reported: Verification[] = [];
  await followPayment(
    async () => answers[Math.min(pauses.length, answers.length - 1)] ?? UNPAID,
    (result) => reported.push(result),
    async (ms) => pauses.push(ms) < 6,
  );
  return { last: reported.at(-1), pauses };
}

test("the success page rechecks, at increasing intervals, a payment that the bank has not confirmed", async () => {
  expect(await follow(UNPAID, UNPAID, GRANTED)).toEqual({ last: GRANTED, pauses: [1_000, 2_000] });
  expect(await follow(UNPAID)).toEqual({ last: UNPAID, pauses: [1_000, 2_000, 4_000, 8_000] });
});

test.each([
  ["for a bank that can take days", { status: "pending", message: "Not yet" }],
  ["when the server does not recognise the payment", NOT_OURS],
] as const)("the success page does not recheck a payment %s", async (_, result) => {
  expect(await follow(result)).toEqual({ last: result, pauses: [] });
});

test("the success page rechecks without end a payment of which it could not learn whether it was made", async () => {
  expect(await follow(UNKNOWN, UNPAID, GRANTED)).toEqual({ last: GRANTED, pauses: [1_000, 2_000] });
  const { pauses } = await follow(UNKNOWN);
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
});
