import type Stripe from "stripe";
import { expect } from "vitest";
import { UNIVERSITY_HEADER } from "../../src/domain/sales/studentIdFile.ts";
import type { Reply, TestAcademy } from "../support/server/academy.ts";
import { JPEGS } from "../support/studentIds.ts";

let count = 0;
export function newEmail(): string {
  count += 1;
  return `buyer${count}@mail.example`;
}

/** Sends a student ID as the checkout page does, but as any bytes. */
export function postStudentId(
  academy: Pick<TestAcademy, "call">,
  content: Uint8Array = JPEGS.baseline,
  { university = "University of Example", headers = {} } = {},
): Promise<Reply> {
  const sent = { "content-type": "image/jpeg", [UNIVERSITY_HEADER]: encodeURIComponent(university) };
  return academy.call("upload-student-id", content, { ...sent, ...headers });
}

export async function uploadStudentId(academy: TestAcademy): Promise<string> {
  const reply = await postStudentId(academy);
  expect(reply).toMatchObject({ status: 200, body: { ref: expect.any(String) } });
  return String(reply.body.ref);
}

/** The payload of spec §7 as the professional page sends it. */
export function professionalPayload(email: string): Record<string, unknown> {
  return {
    firstName: "Ama",
    lastName: "Tester",
    email,
    phone: "",
    country: "",
    priceId: "academy_professional_full",
    courseType: "professional",
    organization: "Example Ltd",
    isAuthenticated: false,
    discountCode: "",
  };
}

/** The payload of spec §7 as the student page sends it, with the reference of an uploaded ID. */
export async function studentPayload(academy: TestAcademy, email: string): Promise<Record<string, unknown>> {
  const { organization: _, ...common } = professionalPayload(email);
  const studentIdRef = await uploadStudentId(academy);
  return { ...common, priceId: "academy_student_full", courseType: "student", studentIdRef };
}

/** Creates a promotion code with its own coupon. */
export async function makeCode(
  { stripe }: Pick<TestAcademy, "stripe">,
  terms: Stripe.CouponCreateParams,
  limits: Partial<Stripe.PromotionCodeCreateParams> = {},
): Promise<Stripe.PromotionCode> {
  const { id: coupon } = await stripe.coupons.create(terms);
  return stripe.promotionCodes.create({ promotion: { type: "coupon", coupon }, ...limits });
}

export type Checkout = { url: string; claimToken: string; sessionId: string };

/** Opens a checkout and expects success. */
export async function openCheckout(academy: TestAcademy, payload: unknown, headers = {}): Promise<Checkout> {
  const reply: Reply = await academy.call("create-guest-checkout", payload, headers);
  expect(reply).toMatchObject({
    status: 200,
    body: { url: expect.any(String), claimToken: expect.any(String) },
  });
  const url = String(reply.body.url);
  return {
    url,
    claimToken: String(reply.body.claimToken),
    sessionId: new URL(url).pathname.split("/").at(-1) ?? "",
  };
}

export type OrderRow = { id: string; status: string; user_id: string | null; paid_at: Date | null };

export async function orderOf(academy: TestAcademy, sessionId: string): Promise<OrderRow> {
  const [order] = await academy.backend.query<OrderRow>(
    "select id, status, user_id, paid_at from public.orders where checkout_session_id = $1",
    [sessionId],
  );
  if (!order) throw new Error("no order has this checkout session");
  return order;
}

export async function countRows(
  academy: TestAcademy,
  table: "orders" | "mail_queue" | "stripe_events" | "student_ids" | "contact_messages",
) {
  const [row] = await academy.backend.query<{ count: number }>(
    `select count(*)::int as count from public.${table}`,
  );
  return row?.count ?? 0;
}

/** The enrolments of the accounts with this address. */
export async function enrollmentsOf(academy: TestAcademy, email: string) {
  return academy.backend.query<{ tier: string; status: string }>(
    `select tier, status from public.course_enrollments where user_id in
       (select id from auth.users where lower(email) = lower($1))`,
    [email],
  );
}

/** Uses up a daily limit of `cap`, after a first request has been counted. `who` is a network address or an account. */
export async function useUpDay(academy: TestAcademy, name: string, cap: number, who = "127.0.0.1") {
  const rows = await academy.backend.query(
    "update public.rate_limits set count = $2 where key = encode(sha256($1), 'hex') returning key",
    [Buffer.from(`${name} of a day ${who}`), cap],
  );
  expect(rows).toHaveLength(1);
}

/** Verifies the account's address, as opening the emailed link does. */
export async function proveAddress(academy: TestAcademy, email: string): Promise<void> {
  await academy.backend.query(
    "insert into private.proven_addresses (user_id, email_key) select id, email from auth.users where email = $1",
    [email],
  );
}
