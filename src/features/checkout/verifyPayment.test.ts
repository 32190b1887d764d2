import { expect, test } from "vitest";
import type { CallFunction } from "./submitCheckout.ts";
import { verifyPayment } from "./verifyPayment.ts";

type Answer = Awaited<ReturnType<CallFunction>>;
const answering = (answer: unknown): CallFunction => {
  // The fake answers what the test says, whatever schema it is asked with.
  return async () => answer as Answer as never;
};

test.each([
  [{ ok: true, data: { success: true } }, { status: "granted" }],
  [
    { ok: true, data: { success: false, error: "This payment is not complete." } },
    { status: "failed", message: "This payment is not complete." },
  ],
  [
    { ok: true, data: { success: false } },
    { status: "failed", message: "Payment verification failed" },
  ],
  [
    { ok: false, kind: "refused", message: "No such payment" },
    { status: "failed", message: "No such payment" },
  ],
  [
    { ok: false, kind: "refused", message: null },
    { status: "failed", message: "Payment verification failed" },
  ],
  [
    { ok: false, kind: "offline", message: null },
    { status: "failed", message: "Failed to verify payment. Please contact support." },
  ],
  [
    { ok: false, kind: "broken", message: null },
    { status: "failed", message: "Failed to verify payment. Please contact support." },
  ],
])("when the server answers %j the buyer sees %j (S-100)", async (answer, shown) => {
  expect(await verifyPayment(answering(answer), "cs_1")).toEqual(shown);
});
