import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { createAccount } from "../../support/server/createAccount.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { expectConsoleError } from "../../support/setup/failOnConsoleError.ts";
import {
  countRows,
  enrollmentsOf,
  newEmail,
  openCheckout,
  orderOf,
  professionalPayload,
  proveAddress,
  studentPayload,
} from "../shop.ts";

const academy = withAcademy();

const verify = (sessionId: string) => academy.call("verify-guest-payment", { sessionId });
const ACTIVE = (tier: string) => [{ tier, status: "active" }];

async function paidCheckout(email: string) {
  const checkout = await openCheckout(academy, professionalPayload(email));
  const returnUrl = await payOnHostedPage(checkout.url);
  return { ...checkout, returnUrl };
}

/** An event about a session, built and signed like the provider's. */
async function signedEvent(
  sessionId: string,
  change: { id?: string; type?: string; age?: number; secret?: string; object?: object } = {},
) {
  const session = change.object ?? (await academy.stripe.checkout.sessions.retrieve(sessionId));
  const payload = JSON.stringify({
    id: change.id ?? `evt_${crypto.randomUUID()}`,
    object: "event",
    type: change.type ?? "checkout.session.completed",
    created: Math.floor(Date.now() / 1000),
    data: { object: session },
  });
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: change.secret ?? academy.webhookSecret,
    timestamp: Math.floor(Date.now() / 1000) - (change.age ?? 0),
  });
  return { payload, headers: { "stripe-signature": signature } };
}
const deliver = (event: { payload: string; headers: Record<string, string> }) =>
  academy.call("stripe-webhook", event.payload, event.headers);

/** The emails to the buyer. The email about a student order goes to the staff. */
async function mailsOf(email: string): Promise<{ kind: string }[]> {
  return academy.backend.query(
    `select kind from public.mail_queue where order_id in
       (select id from public.orders where lower(email) = lower($1)) and kind <> 'student_order' order by kind`,
    [email],
  );
}

describe("a guest who pays (S-122, S-080)", () => {
  it("is enrolled by the event alone and returns to the success page", async () => {
    const email = newEmail();
    const { sessionId, url } = await openCheckout(academy, await studentPayload(academy, email));
    const returnUrl = await payOnHostedPage(url);
    expect(returnUrl).toBe(`${academy.url}/payment-success?session_id=${sessionId}`);
    await eventually(async () => expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE("student")));
    expect(await orderOf(academy, sessionId)).toMatchObject({ status: "paid", paid_at: expect.anything() });
    expect(await verify(sessionId)).toMatchObject({ status: 200, body: { success: true } });
    expect(await mailsOf(email)).toEqual([{ kind: "credentials" }, { kind: "receipt" }]);
  });

  it("is enrolled by the success page when the event is late, and the late event changes nothing", async () => {
    await academy.setWebhooks("hold");
    const email = newEmail();
    const { sessionId } = await paidCheckout(email);
    expect((await orderOf(academy, sessionId)).status).toBe("open");
    expect((await verify(sessionId)).body).toEqual({
      success: true,
      email: "b•••@mail.example",
      paidPence: 1_020_00,
    });
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE("professional"));

    const events = await countRows(academy, "stripe_events");
    await academy.setWebhooks("deliver");
    await eventually(async () => expect(await countRows(academy, "stripe_events")).toBeGreaterThan(events));
    expect(await mailsOf(email)).toHaveLength(2);
  });

  it("gets a profile with the details from the form", async () => {
    const email = newEmail();
    const { sessionId } = await paidCheckout(email);
    await verify(sessionId);
    const profiles = await academy.backend.query("select * from public.profiles where lower(email) = $1", [
      email,
    ]);
    expect(profiles).toMatchObject([{ first_name: "Ama", last_name: "Tester", organization: "Example Ltd" }]);
  });
});

describe("access is granted exactly once", () => {
  it("after twenty concurrent copies of one event and ten concurrent success pages", async () => {
    await academy.setWebhooks("hold");
    const email = newEmail();
    const { sessionId } = await paidCheckout(email);
    const same = await signedEvent(sessionId);
    const copies = await Promise.all(Array.from({ length: 20 }, () => deliver(same)));
    expect(new Set(copies.map((reply) => reply.status))).toEqual(new Set([200]));
    const visits = await Promise.all(Array.from({ length: 10 }, () => verify(sessionId)));
    expect(visits.every((reply) => reply.body.success === true)).toBe(true);
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE("professional"));
    expect(await mailsOf(email)).toHaveLength(2);
  });

  it("without being withdrawn by an expiry event that arrives after the payment", async () => {
    const { sessionId } = await paidCheckout(newEmail());
    await verify(sessionId);
    await deliver(await signedEvent(sessionId, { type: "checkout.session.expired" }));
    expect((await orderOf(academy, sessionId)).status).toBe("paid");
  });

  it("when an event that failed is delivered again", async () => {
    await academy.setWebhooks("hold");
    const email = newEmail();
    const { sessionId } = await paidCheckout(email);
    const event = await signedEvent(sessionId);
    await academy.backend.query(
      "alter function public.record_order_payment rename to record_order_payment_away",
    );
    expectConsoleError(/record_order_payment/);
    try {
      expect((await deliver(event)).status).toBe(500);
    } finally {
      await academy.backend.query(
        "alter function public.record_order_payment_away rename to record_order_payment",
      );
    }
    expect(await enrollmentsOf(academy, email)).toEqual([]);
    expect((await deliver(event)).status).toBe(200);
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE("professional"));
    expect(await mailsOf(email)).toEqual([{ kind: "credentials" }, { kind: "receipt" }]);
  });
});

describe("a guest's payment with the address of an existing account", () => {
  it("is attached if the address is verified, in any capitalisation, and leaves the profile unchanged", async () => {
    const email = newEmail();
    const client = academy.client();
    const { user } = await createAccount(academy.client(academy.secretKey), client, {
      email,
      password: "their own password",
      firstName: "Own",
      lastName: "Name",
    });
    await proveAddress(academy, email);
    const { sessionId } = await paidCheckout(email.toUpperCase());
    await verify(sessionId);
    expect((await orderOf(academy, sessionId)).user_id).toBe(user.id);
    expect(await mailsOf(email)).toEqual([{ kind: "attached" }, { kind: "receipt" }]);

    const signedIn = await client.auth.signInWithPassword({ email, password: "their own password" });
    expect(signedIn.error).toBeNull();
    const { data: profile } = await client.from("profiles").select().maybeSingle();
    expect(profile).toMatchObject({ first_name: "Own", last_name: "Name", organization: null });
    const { data: rows } = await client
      .from("course_enrollments")
      .select("id")
      .eq("user_id", user.id)
      .limit(1);
    expect(rows).toHaveLength(1);

    // A signed-in learner cannot buy the tier again. A guest can, because an error would reveal who has bought.
    const headers = { authorization: `Bearer ${signedIn.data.session?.access_token}` };
    const again = { ...professionalPayload(email), isAuthenticated: true };
    expect(await academy.call("create-guest-checkout", again, headers)).toMatchObject({
      status: 409,
      body: { code: "already_enrolled" },
    });
    await openCheckout(academy, professionalPayload(email));
  });
});

describe("access is not granted without a payment (S-100)", () => {
  it("for an unpaid, unknown or made-up session", async () => {
    const email = newEmail();
    const { sessionId } = await openCheckout(academy, professionalPayload(email));
    expect(await verify(sessionId)).toMatchObject({
      status: 200,
      body: { success: false, error: expect.any(String) },
    });
    for (const unknown of ["cs_test_unknown", "../events", "x"]) {
      expect(await verify(unknown)).toMatchObject({
        status: 404,
        body: { success: false, error: "Payment verification failed", code: "not_found" },
      });
    }
    expect(await enrollmentsOf(academy, email)).toEqual([]);
  });

  it("for an event with a missing, forged, old or future signature or a changed body", async () => {
    const email = newEmail();
    await academy.setWebhooks("hold");
    const { sessionId } = await paidCheckout(email);
    const before = await countRows(academy, "stripe_events");
    const good = await signedEvent(sessionId);
    const forgeries = [
      await signedEvent(sessionId, { secret: "whsec_forged" }),
      await signedEvent(sessionId, { age: 301 }),
      await signedEvent(sessionId, { age: -330 }),
      await signedEvent(sessionId, { age: -4000 }),
      { payload: good.payload, headers: {} },
      { payload: good.payload.replace("evt_", "evt_x"), headers: good.headers },
    ];
    for (const forgery of forgeries) {
      expect(await deliver(forgery)).toMatchObject({ status: 400, body: { code: "signature_invalid" } });
    }
    // Signed, but no event.
    expect(await deliver(await signedEvent(sessionId, { object: {} }))).toMatchObject({
      status: 400,
      body: { code: "bad_request" },
    });
    expect(await countRows(academy, "stripe_events")).toBe(before);
    expect(await enrollmentsOf(academy, email)).toEqual([]);
    expect((await deliver(good)).status).toBe(200);
    for (const age of [290, -290]) {
      expect((await deliver(await signedEvent(sessionId, { age }))).status).toBe(200);
    }
  });

  it("for an expired session, whose order expires", async () => {
    const { sessionId } = await openCheckout(academy, professionalPayload(newEmail()));
    await academy.stripe.checkout.sessions.expire(sessionId);
    await eventually(async () => expect((await orderOf(academy, sessionId)).status).toBe("expired"));
  });

  it("for a correctly signed event that says more than the provider does about a session, charge or dispute", async () => {
    const email = newEmail();
    const { sessionId } = await openCheckout(academy, professionalPayload(email));
    const session = await academy.stripe.checkout.sessions.retrieve(sessionId);
    const report = async (type: string, object: object) =>
      (await deliver(await signedEvent(sessionId, { type, object }))).status;
    const paid = { ...session, status: "complete", payment_status: "paid" };
    for (const type of ["completed", "async_payment_succeeded", "async_payment_failed", "expired"])
      expect(await report(`checkout.session.${type}`, paid)).toBe(200);
    expect(await orderOf(academy, sessionId)).toMatchObject({ status: "open", paid_at: null });

    const other = await paidCheckout(newEmail());
    await eventually(async () => expect((await orderOf(academy, other.sessionId)).status).toBe("paid"));
    const { payment_intent } = await academy.stripe.checkout.sessions.retrieve(other.sessionId);
    const [charge] = (await academy.stripe.charges.list({ payment_intent: String(payment_intent) })).data;
    expect(await report("charge.refunded", { ...charge, amount_refunded: charge?.amount })).toBe(200);
    const invented = { id: "du_invented", payment_intent, status: "lost" };
    expect(await report("charge.dispute.closed", invented)).toBe(400);
    expect(await report("checkout.session.completed", { ...paid, id: "cs_test_invented" })).toBe(400);
    const parent = { subscription_details: { subscription: "sub_invented" } };
    expect(await report("invoice.paid", { id: "in_invented", parent })).toBe(400);
    expect(await report("customer.subscription.deleted", { id: "sub_invented" })).toBe(400);
    expect((await orderOf(academy, other.sessionId)).status).toBe("paid");
    expect(await enrollmentsOf(academy, email)).toEqual([]);
  });

  it("for events of unhandled types or about foreign sessions, which are acknowledged", async () => {
    const { sessionId } = await openCheckout(academy, professionalPayload(newEmail()));
    for (const type of ["customer.created", "constructor"])
      expect((await deliver(await signedEvent(sessionId, { type }))).status).toBe(200);
    const { data } = await academy.stripe.prices.list({ lookup_keys: ["academy_ngo_full"] });
    const price = data[0]?.id;
    for (const orderId of ["", "1234"]) {
      const foreign = await academy.stripe.checkout.sessions.create({
        mode: "payment",
        line_items: [{ price, quantity: 1 }],
        success_url: "https://shop.example/",
        metadata: { order_id: orderId },
      });
      expect((await deliver(await signedEvent(foreign.id))).status).toBe(200);
      expect((await verify(foreign.id)).status).toBe(404);
    }
  });
});
