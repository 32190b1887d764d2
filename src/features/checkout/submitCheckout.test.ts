import { expect, test } from "vitest";
import type { z } from "zod";
import { type CallFunction, type StudentOrder, submitCheckout } from "./submitCheckout.ts";

type Answer =
  | { ok: true; data: unknown }
  | { ok: false; kind: "offline" | "refused" | "broken"; message: string | null };

const order: StudentOrder = {
  form: { university: "A University", firstName: "Ada ", lastName: "Byron", email: "ada@example.org" },
  studentId: new Blob(["%PDF-1.7"]),
  fileName: "id.pdf",
  userId: null,
  termsAccepted: true,
  immediateSupply: true,
};

/** Answers each function as told and keeps what it was sent. */
function server(answers: Record<string, Answer>) {
  const sent: Record<string, unknown> = {};
  const call: CallFunction = async <S extends z.ZodType>(name: string, body: unknown, reply: S) => {
    sent[name] = body;
    const answer = answers[name];
    if (!answer) throw new Error(`unexpected call of ${name}`);
    return answer.ok ? { ok: true, data: reply.parse(answer.data) } : answer;
  };
  return { call, sent };
}

const UPLOADED: Answer = { ok: true, data: { ref: "ref-1" } };

test("a guest student sends the specified payload, without organisation or university (S-078)", async () => {
  const url = "https://pay.example/session";
  const { call, sent } = server({
    "upload-student-id": UPLOADED,
    "create-guest-checkout": { ok: true, data: { url, claimToken: "token" } },
  });
  expect(await submitCheckout(call, order)).toEqual({ kind: "redirect", url, claimToken: "token" });
  expect(sent["create-guest-checkout"]).toEqual({
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
  });
});

test("a signed-in buyer's request says so and who (S-076)", async () => {
  const { call, sent } = server({
    "upload-student-id": UPLOADED,
    "create-guest-checkout": { ok: true, data: { url: "https://pay.example/" } },
  });
  await submitCheckout(call, { ...order, userId: "0190c0de-0000-7000-8000-000000000001" });
  expect(sent["create-guest-checkout"]).toMatchObject({
    isAuthenticated: true,
    userId: "0190c0de-0000-7000-8000-000000000001",
  });
});

test.each([
  [{ ok: false, kind: "refused", message: "Your card is from Mars" }, "Your card is from Mars"],
  [{ ok: false, kind: "refused", message: null }, "Failed to create checkout session"],
  [{ ok: false, kind: "broken", message: null }, "Failed to create checkout session"],
  [{ ok: false, kind: "offline", message: null }, "An error occurred during checkout"],
  [{ ok: true, data: {} }, "No checkout URL received"],
] as const)("when the server answers %j the buyer reads %s (S-099)", async (answer, title) => {
  const { call } = server({ "upload-student-id": UPLOADED, "create-guest-checkout": answer });
  expect(await submitCheckout(call, order)).toMatchObject({ kind: "failed", title });
});

test("an ID that the server refuses ends the attempt before any order is made", async () => {
  const refusal: Answer = { ok: false, kind: "refused", message: "File size must be less than 5MB" };
  const { call, sent } = server({ "upload-student-id": refusal });
  expect(await submitCheckout(call, order)).toEqual({
    kind: "failed",
    title: "File size must be less than 5MB",
  });
  expect(sent).not.toHaveProperty("create-guest-checkout");
});
