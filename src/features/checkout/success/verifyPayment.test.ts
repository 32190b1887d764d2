import { expect, test } from "vitest";
import type { CallFunction } from "../checkoutCall.ts";
import { awaitGrant, type Verification, verifyPayment } from "./verifyPayment.ts";

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
  [
    { ok: true, data: { success: false, error: "This payment is not complete." } },
    "This payment is not complete.",
  ],
  [{ ok: true, data: { success: false } }, "Payment verification failed"],
  [{ ok: false, kind: "refused", message: "No such payment" }, "No such payment"],
  [{ ok: false, kind: "refused", message: null }, "Payment verification failed"],
  [{ ok: false, kind: "offline", message: null }, "Failed to verify payment. Please contact support."],
  [{ ok: false, kind: "broken", message: null }, "Failed to verify payment. Please contact support."],
])(
  "after the payment verification reply %j the buyer sees the message %s (S-100)",
  async (answer, message) => {
    expect(await verifyPayment(answering(answer), "cs_1")).toEqual({
      status: "failed",
      message,
      isFinal: false,
    });
  },
);

test("a payment that the bank has not made yet is reported as pending", async () => {
  const data = { success: false, isPending: true, error: "Your bank has not completed this payment yet." };
  expect(await verifyPayment(answering({ ok: true, data }), "cs_1")).toEqual({
    status: "pending",
    message: data.error,
  });
});

const UNPAID: Verification = { status: "failed", message: "Not yet", isFinal: false };
const UNKNOWN: Verification = { status: "failed", message: "Not ours", isFinal: true };
const GRANTED: Verification = { status: "granted", payments: [], maskedEmail: null, paidPence: null };

/** Waits for access while the server returns these replies in turn and then repeats the last one. */
async function wait(...answers: Verification[]) {
  const pauses: number[] = [];
  const verify = async () => answers[Math.min(pauses.length, answers.length - 1)] ?? UNPAID;
  const result = await awaitGrant(verify, async (ms) => void pauses.push(ms));
  return { result, pauses };
}

test("the success page rechecks, at increasing intervals, a payment that the bank has not confirmed", async () => {
  expect(await wait(UNPAID, UNPAID, GRANTED)).toEqual({ result: GRANTED, pauses: [1_000, 2_000] });
  expect(await wait(UNPAID)).toEqual({ result: UNPAID, pauses: [1_000, 2_000, 4_000, 8_000] });
});

test("the success page does not wait for a bank that can take days", async () => {
  const pending: Verification = { status: "pending", message: "Not yet" };
  expect(await wait(pending)).toEqual({ result: pending, pauses: [] });
});

test("the success page does not recheck a payment that the server does not recognise", async () => {
  expect(await wait(UNKNOWN)).toEqual({ result: UNKNOWN, pauses: [] });
  expect(
    await verifyPayment(answering({ ok: false, kind: "refused", message: null, code: "not_found" }), "x"),
  ).toMatchObject({
    isFinal: true,
  });
});
