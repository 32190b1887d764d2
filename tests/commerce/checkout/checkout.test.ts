import { describe, expect, it } from "vitest";
import { type Reply, withAcademy } from "../../support/server/academy.ts";
import { createAccount } from "../../support/server/createAccount.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import {
  countRows,
  newEmail,
  openCheckout,
  orderOf,
  professionalPayload,
  studentPayload,
  uploadStudentId,
  useUpDay,
} from "../shop.ts";

const academy = withAcademy();

const checkout = (body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  academy.call("create-guest-checkout", body, headers);

async function refused(body: unknown, status: number, code: string, error?: string, headers = {}) {
  const before = await countRows(academy, "orders");
  const reply = await checkout(body, headers);
  expect(reply).toMatchObject({ status, body: { code, requestId: expect.any(String) } });
  if (error) expect(reply.body.error).toBe(error);
  expect(await countRows(academy, "orders")).toBe(before);
}

async function signUp(email: string) {
  const account = { email, password: "a long password" };
  const made = await createAccount(academy.client(academy.secretKey), academy.client(), account);
  return { userId: made.user.id, headers: { authorization: `Bearer ${made.session.access_token}` } };
}

describe("a guest who checks out (S-078, S-073)", () => {
  it("is sent to a payment page for £60.00 including VAT, and has an open order (S-104, S-122)", async () => {
    const email = newEmail();
    const payload = { ...(await studentPayload(academy, email)), phone: "+44 20", country: "Ghana" };
    const { url, claimToken, sessionId } = await openCheckout(academy, payload);
    expect(new URL(url).protocol).toBe("http:");
    expect(claimToken).toMatch(/^[\w-]{43}$/);

    const session = await academy.stripe.checkout.sessions.retrieve(sessionId);
    const order = await orderOf(academy, sessionId);
    expect(session).toMatchObject({
      amount_subtotal: 5000,
      amount_total: 6000,
      currency: "gbp",
      customer_email: email,
      client_reference_id: order.id,
      metadata: { order_id: order.id },
      success_url: `${academy.url}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${academy.url}/academy/checkout/student?paymentType=full`,
    });
    const [row] = await academy.backend.query<Record<string, unknown>>(
      "select * from public.orders where id = $1",
      [order.id],
    );
    expect(row).toMatchObject({
      status: "open",
      tier: "student",
      plan: "full",
      subtotal_pence: 5000,
      discount_pence: 0,
      vat_pence: 1000,
      total_pence: 6000,
      phone: "+44 20",
      country: "Ghana",
      organization: "University of Example",
      user_id: null,
      terms_accepted_at: null,
    });
    expect(JSON.stringify(row)).not.toContain(claimToken);
  });

  it("may send the provider's price id instead of the lookup key (S-105)", async () => {
    const { data } = await academy.stripe.prices.list({ lookup_keys: ["academy_ngo_full"] });
    const payload = { ...professionalPayload(newEmail()), courseType: "ngo", priceId: data[0]?.id };
    const { sessionId } = await openCheckout(academy, payload);
    expect(await academy.stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ amount_total: 60000 });
  });

  it("gets an order that records the accepted terms and consents with a timestamp", async () => {
    const consents = { termsAccepted: true, immediateSupply: true, reminderConsent: true };
    const { sessionId } = await openCheckout(academy, { ...professionalPayload(newEmail()), ...consents });
    const [row] = await academy.backend.query<Record<string, unknown>>(
      `select terms_accepted_at, immediate_supply_consent_at, reminder_consent_at
       from public.orders where checkout_session_id = $1`,
      [sessionId],
    );
    expect(Object.values(row ?? {})).toEqual([expect.anything(), expect.anything(), expect.anything()]);
  });

  it("cannot set the amount, the status or the owner of the order", async () => {
    const payload = {
      ...professionalPayload(newEmail()),
      total_pence: 1,
      amount: 1,
      status: "paid",
      user_id: crypto.randomUUID(),
    };
    const { sessionId } = await openCheckout(academy, payload);
    expect(await academy.stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({
      amount_total: 102000,
    });
    expect(await orderOf(academy, sessionId)).toMatchObject({ status: "open", user_id: null, paid_at: null });
  });
});

it("an order paid in full stores the id of the customer created at the provider", async () => {
  const { url, sessionId } = await openCheckout(academy, professionalPayload(newEmail()));
  await payOnHostedPage(url);
  await academy.call("verify-guest-payment", { sessionId });
  const [order] = await academy.backend.query<{ customer_id: string; email: string }>(
    "select customer_id, email from public.orders where checkout_session_id = $1",
    [sessionId],
  );
  expect(await academy.stripe.customers.retrieve(order?.customer_id ?? "")).toMatchObject({
    email: order?.email,
  });
});

it("an address with an international domain is stored and sent in ASCII, and names without what nobody sees", async () => {
  const typed = `ada&obi-${Date.now()}@пример.рф`;
  const email = typed.replace("пример.рф", "xn--e1afmkfd.xn--p1ai");
  const names = { firstName: "\u200bAma", lastName: "retseT\u202e", phone: "\u202a+44\u00a020\u202c" };
  const { sessionId } = await openCheckout(academy, { ...professionalPayload(typed), ...names });
  const session = await academy.stripe.checkout.sessions.retrieve(sessionId);
  expect(session.customer_email).toBe(email);
  expect(
    await academy.backend.query(
      "select email, first_name, last_name, phone from public.orders where checkout_session_id = $1",
      [sessionId],
    ),
  ).toEqual([{ email, first_name: "Ama", last_name: "retseT", phone: "+44 20" }]);
});

describe("the checkout is rejected and stores nothing (S-099)", () => {
  it("when an organisation or company is missing, or the buyer refuses the terms", async () => {
    const payload = professionalPayload(newEmail());
    const ngo = { ...payload, courseType: "ngo", priceId: "academy_ngo_full" };
    for (const organization of ["", "\u200b", undefined]) {
      await refused({ ...payload, organization }, 400, "bad_request", "Company name is required");
      await refused({ ...ngo, organization }, 400, "bad_request", "Organisation name is required");
    }
    for (const consent of ["termsAccepted", "immediateSupply"]) {
      const message = "Please accept the terms and request immediate access";
      await refused({ ...payload, [consent]: false }, 400, "bad_request", message);
    }
    await refused({ ...payload, firstName: "\u200b" }, 400, "bad_request", "First name is required");
  });

  it("when the price is unknown or belongs to another tier", async () => {
    const payload = professionalPayload(newEmail());
    for (const priceId of ["academy_professional", "price_unknown", "../customers", "price_x/../y"]) {
      await refused({ ...payload, priceId }, 400, "unknown_price");
    }
    await refused({ ...payload, priceId: "academy_student_full" }, 400, "tier_mismatch");
    const { data } = await academy.stripe.prices.list({ lookup_keys: ["academy_student_full"] });
    await refused({ ...payload, priceId: data[0]?.id }, 400, "tier_mismatch");
  });

  it("when a student's ID is missing, unknown, already used or older than a day (S-098)", async () => {
    const payload = await studentPayload(academy, newEmail());
    const { studentIdRef, ...withoutId } = payload;
    await refused(withoutId, 400, "student_id_required", "Please upload your student ID");
    await refused({ ...payload, studentIdRef: "made up" }, 400, "student_id_invalid");

    await openCheckout(academy, payload);
    await refused({ ...payload, studentIdRef }, 400, "student_id_invalid");

    const old = await uploadStudentId(academy);
    await academy.backend.query(
      "update public.student_ids set uploaded_at = now() - interval '25 hours' where order_id is null",
    );
    await refused({ ...payload, studentIdRef: old }, 400, "student_id_invalid");
  });

  it("when a concurrent checkout has already used the same student ID", async () => {
    const payload = await studentPayload(academy, newEmail());
    const replies = await Promise.all([1, 2, 3].map(() => checkout(payload)));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400]);
  });

  it("when a field is invalid, with the form's error messages (S-066, S-068)", async () => {
    const payload = professionalPayload(newEmail());
    await refused({ ...payload, firstName: " " }, 400, "bad_request", "First name is required");
    await refused({ ...payload, lastName: "" }, 400, "bad_request", "Last name is required");
    await refused({ ...payload, email: "nobody" }, 400, "bad_request", "Invalid email");
    await refused({ ...payload, phone: "1".repeat(21) }, 400, "bad_request");
    await refused("not json", 400, "bad_request");
    await refused("x".repeat(100_000), 413, "bad_request");
  });
});

describe("the daily limit on orders", () => {
  /** Inserts unpaid orders, as an abusive program would create them. */
  const leaveUnpaid = (email: string, count: number) =>
    academy.backend.query(
      `insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name,
         last_name, claim_token_hash)
       select 'ngo', 'full', 'price_x', 50000, 10000, 60000, $1, 'Ada', 'Obi', repeat('0', 64)
       from generate_series(1, $2::int)`,
      [email, count],
    );

  it("is not for an email address, so that orders that others make with it do not stop its owner", async () => {
    const email = newEmail();
    await leaveUnpaid(email, 150);
    await openCheckout(academy, professionalPayload(email));
  });

  it("is 500 orders per network address and 50 per account", async () => {
    await academy.backend.query("delete from public.rate_limits");
    const payload = professionalPayload(newEmail());
    await openCheckout(academy, payload);
    await useUpDay(academy, "orders", 500);
    const before = await countRows(academy, "orders");
    const tomorrow = { code: "rate_limited", error: expect.stringContaining("tomorrow") };
    expect(await checkout(payload)).toMatchObject({ status: 429, body: tomorrow });

    const buyer = await signUp(newEmail());
    const mine = { ...professionalPayload(newEmail()), isAuthenticated: true, userId: buyer.userId };
    expect((await checkout(mine, buyer.headers)).status).toBe(200);
    await useUpDay(academy, "orders", 50, `by ${buyer.userId}`);
    expect(await checkout(mine, buyer.headers)).toMatchObject({ status: 429, body: tomorrow });
    expect(await countRows(academy, "orders")).toBe(before + 1);
    await academy.backend.query("delete from public.rate_limits");
  });

  it("allows 60 checkouts in a minute from one network address with one email address", async () => {
    await academy.backend.query("delete from public.rate_limits");
    const payload = professionalPayload(newEmail());
    const replies = await Promise.all(Array.from({ length: 60 }, () => checkout(payload)));
    expect(replies.map(({ status }) => status)).toEqual(Array(60).fill(200));
  });
});

describe("the buyer's identity comes from the token alone (S-076, S-092)", () => {
  it("a signed-in buyer owns the order from its creation", async () => {
    const email = newEmail();
    const { userId, headers } = await signUp(email);
    const payload = { ...professionalPayload(email), isAuthenticated: true, userId };
    const { sessionId } = await openCheckout(academy, payload, headers);
    expect(await orderOf(academy, sessionId)).toMatchObject({ user_id: userId });
  });

  it("a user id in the body without a user's token creates a guest order", async () => {
    const { userId } = await signUp(newEmail());
    const payload = { ...professionalPayload(newEmail()), isAuthenticated: true, userId };
    const key = { authorization: "Bearer sb_publishable_academy_local" };
    const { sessionId } = await openCheckout(academy, payload, key);
    expect(await orderOf(academy, sessionId)).toMatchObject({ user_id: null });
  });

  it("a forged token or another user's token is rejected", async () => {
    const [buyer, other] = [await signUp(newEmail()), await signUp(newEmail())];
    const payload = { ...professionalPayload(newEmail()), isAuthenticated: true, userId: other.userId };
    await refused(payload, 401, "unauthorized", undefined, buyer.headers);
    const forged = `${buyer.headers.authorization.slice(0, -8)}AAAAAAAA`;
    await refused(payload, 401, "unauthorized", undefined, { authorization: forged });
    await refused(payload, 401, "unauthorized", undefined, { authorization: "Bearer nonsense" });
  });
});

describe("every function", () => {
  it("returns a request id, using the caller's own if it is well-formed", async () => {
    const own = await checkout({}, { "x-request-id": "my-request-1" });
    expect(own.headers.get("x-request-id")).toBe("my-request-1");
    expect(own.body.requestId).toBe("my-request-1");
    const made = await checkout({}, { "x-request-id": 'bad "id"' });
    expect(made.body.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("allows only pages of this site to read its responses", async () => {
    const address = `${academy.url}/functions/v1/create-guest-checkout`;
    const preflight = (origin: string) => fetch(address, { method: "OPTIONS", headers: { origin } });
    const own = await preflight(academy.url);
    expect(own.status).toBe(204);
    expect(own.headers.get("access-control-allow-origin")).toBe(academy.url);
    expect(own.headers.get("access-control-allow-headers")).toContain("authorization");
    expect((await preflight("https://evil.example")).headers.has("access-control-allow-origin")).toBe(false);
  });

  it("rejects methods other than POST and OPTIONS", async () => {
    const reply = await fetch(`${academy.url}/functions/v1/verify-guest-payment`);
    expect(reply.status).toBe(405);
    expect(await reply.json()).toMatchObject({ code: "method_not_allowed" });
  });

  it("limits a caller to a hundred requests a minute and sends Retry-After", async () => {
    await academy.backend.query("delete from public.rate_limits");
    const replies = await Promise.all(Array.from({ length: 105 }, () => checkout({})));
    const late = replies.filter((reply) => reply.status === 429);
    expect(late).toHaveLength(5);
    expect(late[0]?.body.code).toBe("rate_limited");
    expect(Number(late[0]?.headers.get("retry-after"))).toBeGreaterThan(0);

    await academy.backend.query("update public.rate_limits set window_start = now() - interval '2 minutes'");
    expect((await checkout({})).status).toBe(400);
  });
});
