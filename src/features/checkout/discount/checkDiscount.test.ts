import { expect, test } from "vitest";
import type { CallFunction } from "../checkoutCall.ts";
import { checkDiscount } from "./checkDiscount.ts";

const asked = { code: "SAVE10", tier: "ngo", plan: "installment", email: " ada@example.org " } as const;
const answering = (answer: unknown): CallFunction => {
  // The fake returns the given reply, whatever the schema.
  return async () => answer as never;
};

test("the checkout validates a discount code for its plan, tier and email address (S-079)", async () => {
  const sent: unknown[] = [];
  const call: CallFunction = async (name, body, reply) => {
    sent.push(name, body);
    return { ok: true, data: reply.parse({ valid: true, percentOff: 10 }) };
  };
  expect(await checkDiscount(call, asked)).toEqual({ ok: true, discount: { percentOff: 10 } });
  await checkDiscount(call, { ...asked, email: " " });
  expect(sent).toEqual([
    "validate-discount-code",
    { code: "SAVE10", priceId: "academy_ngo_installment", email: "ada@example.org" },
    "validate-discount-code",
    { code: "SAVE10", priceId: "academy_ngo_installment" },
  ]);
});

test("the checkout reads a fixed discount in pence and prefers a percentage if both are given (S-106)", async () => {
  const call = (data: unknown) => checkDiscount(answering({ ok: true, data }), asked);
  expect(await call({ valid: true, amountOff: 500 })).toEqual({
    ok: true,
    discount: { amountOffPence: 500 },
  });
  expect(await call({ valid: true, percentOff: 10, amountOff: 500 })).toEqual({
    ok: true,
    discount: { percentOff: 10 },
  });
});

test.each([
  [{ ok: true, data: { valid: false, error: "This code has expired." } }, "This code has expired."],
  [{ ok: true, data: { valid: false } }, "Invalid discount code"],
  [{ ok: false, kind: "refused", message: "Too many requests." }, "Too many requests."],
  [{ ok: false, kind: "refused", message: null }, "Invalid discount code"],
  [{ ok: false, kind: "broken", message: null }, "Invalid discount code"],
  [{ ok: false, kind: "offline", message: null }, "Failed to validate discount code"],
])("after the discount reply %j the buyer sees the message %s (S-097)", async (answer, message) => {
  expect(await checkDiscount(answering(answer), asked)).toEqual({
    ...{ ok: false, message },
    isUnknown: !answer.ok,
  });
});
