import { expect, test } from "vitest";
import type * as z from "zod/mini";
import type { CallFailure, CallFunction } from "../checkoutCall.ts";
import { typedFrom } from "../draft.ts";
import { type CheckoutOrder, submitCheckout } from "./submitCheckout.ts";
import type { UploadStudentId } from "./uploadStudentId.ts";

type Answer = { ok: true; data: unknown } | CallFailure;

const order: CheckoutOrder = {
  tier: "student",
  plan: "full",
  typed: typedFrom({
    university: "A University",
    firstName: "Ada",
    lastName: "Byron",
    email: "ada@example.org",
  }),
  discountCode: "",
  studentId: new File(["%PDF-1.7"], "id.pdf"),
  userId: null,
  termsAccepted: true,
  immediateSupply: true,
  reminderConsent: false,
};

/** Returns the given replies and records the requests. */
function server(answer: Answer, uploaded: Awaited<ReturnType<UploadStudentId>> = UPLOADED) {
  const sent: unknown[] = [];
  const uploads: string[] = [];
  const call: CallFunction = async <S extends z.ZodMiniType>(name: string, body: unknown, reply: S) => {
    if (name !== "create-guest-checkout") throw new Error(`unexpected call of ${name}`);
    sent.push(body);
    return answer.ok ? { ok: true, data: reply.parse(answer.data) } : answer;
  };
  const upload: UploadStudentId = async (file, university) => {
    uploads.push(`${file.name} of ${university}`);
    return uploaded;
  };
  return { ports: { call, upload }, sent, uploads };
}

const UPLOADED = { ok: true as const, data: { ref: "ref-1" } };
const url = "https://pay.example/session";
const SOLD: Answer = { ok: true, data: { url, sessionId: "cs_1", claimToken: "token" } };

test("a guest student's order contains the specified fields without organisation or university (S-078)", async () => {
  const { ports, sent, uploads } = server(SOLD);
  expect(await submitCheckout(ports, order)).toEqual({
    kind: "redirect",
    url,
    claim: { sessionId: "cs_1", token: "token" },
  });
  expect(uploads).toEqual(["id.pdf of A University"]);
  expect(sent).toEqual([
    {
      firstName: "Ada",
      lastName: "Byron",
      email: "ada@example.org",
      phone: "",
      country: "",
      discountCode: "",
      priceId: "academy_student_full",
      courseType: "student",
      isAuthenticated: false,
      studentIdRef: "ref-1",
      termsAccepted: true,
      immediateSupply: true,
      reminderConsent: false,
    },
  ]);
});

test.each([
  ["ngo", "full", "orgName"],
  ["ngo", "installment", "orgName"],
  ["professional", "full", "company"],
  ["professional", "installment", "company"],
] as const)(
  "an order for the %s tier on the %s plan includes the organisation and its own price (S-078, S-105)",
  async (tier, plan, field) => {
    const { ports, sent, uploads } = server(SOLD);
    const typed = typedFrom({ ...order.typed, [field]: "The Organisation" });
    await submitCheckout(ports, { ...order, tier, plan, typed, studentId: null, discountCode: "SAVE10" });
    expect(uploads).toEqual([]);
    expect(sent).toMatchObject([
      {
        courseType: tier,
        priceId: `academy_${tier}_${plan}`,
        organization: "The Organisation",
        discountCode: "SAVE10",
      },
    ]);
  },
);

test("a signed-in buyer's order includes the user id (S-076)", async () => {
  const { ports, sent } = server(SOLD);
  const userId = "0190c0de-0000-7000-8000-000000000001";
  await submitCheckout(ports, { ...order, userId });
  expect(sent).toMatchObject([{ isAuthenticated: true, userId }]);
});

test.each([
  [{ ok: false, kind: "refused", message: "Your card is from Mars" }, "Your card is from Mars"],
  [{ ok: false, kind: "refused", message: null }, "Failed to create checkout session"],
  [{ ok: false, kind: "broken", message: null }, "Failed to create checkout session"],
  [{ ok: false, kind: "offline", message: null }, "An error occurred during checkout"],
  [{ ok: true, data: {} }, "No checkout URL received"],
] as const)("after the checkout reply %j the buyer sees the message %s (S-099)", async (answer, title) => {
  const { ports } = server(answer);
  expect(await submitCheckout(ports, order)).toMatchObject({ kind: "failed", title });
});

test("a student ID that the server rejects stops the checkout before an order is made (S-098)", async () => {
  const title = "File size must be less than 5MB";
  const { ports, sent } = server(SOLD, { ok: false, kind: "refused", message: title });
  expect(await submitCheckout(ports, order)).toEqual({
    ...{ kind: "failed", title },
    code: "student_id_invalid",
  });
  expect(sent).toEqual([]);
});
