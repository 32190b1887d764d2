import { createHmac } from "node:crypto";
import { getRequestListener } from "@hono/node-server";
import { expect } from "vitest";
import { listen } from "../../server/listen.ts";
import { finish, issue, type Learner, signUp } from "../certificate/learners.ts";
import { planOf } from "../commerce/plans.ts";
import { newEmail, openCheckout, orderOf, professionalPayload, studentPayload } from "../commerce/shop.ts";
import { type Member, signInAs } from "../staff/members.ts";
import { eventually } from "../support/eventually.ts";
import { startTestAcademy, type TestAcademy } from "../support/server/academy.ts";
import { payOnHostedPage } from "../support/server/hostedPage.ts";

/** An academy with the users and data that every function needs. */
export type ShopWorld = {
  academy: TestAcademy;
  /** A separate learner for each function, so that changes to one account do not affect the others. */
  learner(name: string): Learner;
  certificateId: string;
  /** An unpaid order of another buyer, and a paid one. */
  open: { sessionId: string; orderId: string };
  paid: { sessionId: string; claimToken: string };
  /** A student's paid order, its ID that nobody has looked at, and a certificate of someone else. */
  forStaff: { orderId: string; email: string; studentId: string; certificateId: string };
  staff: Member;
  reviewer: Member;
  /** The provider's ids of a 3-month plan, its first payment and the charge. */
  plan: { subscription: unknown; intent: unknown; charge: unknown };
  /** The provider's signature for an event. */
  signatureOf(event: Buffer): string;
  close(): Promise<void>;
};

const SIGNED_IN = ["issue-certificate", "billing-portal", "export-my-data", "delete-my-account"] as const;

export async function startShopWorld(): Promise<ShopWorld> {
  const { academy, close } = await startWithoutLimits();
  const holder = await finish(academy);
  const learners = new Map<string, Learner>([["issue-certificate", holder]]);
  for (const name of SIGNED_IN.slice(1)) learners.set(name, await signUp(academy));
  const anyLearner = await signUp(academy);
  const learner = (name: string) => learners.get(name) ?? anyLearner;
  const plan = await buyPlan(academy, learner("billing-portal"));

  const unpaid = await openCheckout(academy, professionalPayload(newEmail()));
  const paid = await openCheckout(academy, professionalPayload(newEmail()));
  await payOnHostedPage(paid.url);
  const { id: certificateId } = await issue(academy, await finish(academy), "Ada Obi");
  return {
    academy,
    learner,
    forStaff: await prepareForStaff(academy),
    staff: await signInAs(academy, "staff"),
    reviewer: await signInAs(academy, "reviewer"),
    certificateId,
    open: { sessionId: unpaid.sessionId, orderId: (await orderOf(academy, unpaid.sessionId)).id },
    paid,
    plan,
    signatureOf(event) {
      const at = Math.floor(Date.now() / 1000);
      const signed = createHmac("sha256", academy.webhookSecret).update(`${at}.`).update(event).digest("hex");
      return `t=${at},v1=${signed}`;
    },
    close,
  };
}

/**
 * The functions reach the database through a proxy that answers every rate limit itself: the real check would take
 * longer than most inputs. The auth server's limits and the limit on a mailbox's unpaid orders are disabled too.
 */
async function startWithoutLimits() {
  const proxies: { close(): Promise<void> }[] = [];
  let academy: TestAcademy | undefined;
  const openProxy = async (target: string) => {
    if (proxies.length > 0) return target;
    const listener = await listen(0, "127.0.0.1");
    proxies.push({ close: () => listener.close(1_000) });
    const answer = async (request: Request) => {
      if (request.url.endsWith("/rpc/take_rate_limit")) return Response.json(0);
      if (!academy) throw new Error("a request arrived before the academy had started");
      return academy.backend.fetch(request);
    };
    listener.serve(getRequestListener(answer, { overrideGlobalObjects: false }));
    return `http://127.0.0.1:${listener.port}`;
  };
  academy = await startTestAcademy(openProxy);
  const { backend, close } = academy;
  await backend.query(
    `create function auth.never() returns trigger language plpgsql as 'begin return null; end'`,
  );
  await backend.query(
    "create trigger never before insert on auth.attempts for each row execute function auth.never()",
  );
  return {
    academy,
    async close() {
      await close();
      for (const proxy of proxies) await proxy.close();
    },
  };
}

async function prepareForStaff(academy: TestAcademy): Promise<ShopWorld["forStaff"]> {
  const { orderId, email } = await sellToStudent(academy);
  // Of another order, because staff decide about no ID of an order that they have ended.
  const { studentId } = await sellToStudent(academy);
  const { id: certificateId } = await issue(academy, await finish(academy), "Ada Obi");
  return { orderId, email, studentId, certificateId };
}

async function sellToStudent(academy: TestAcademy) {
  const email = newEmail();
  const { url, sessionId } = await openCheckout(academy, await studentPayload(academy, email));
  await payOnHostedPage(url);
  const { id: orderId } = await eventually(async () => {
    const order = await orderOf(academy, sessionId);
    expect(order.status).toBe("paid");
    return order;
  });
  const [file] = await academy.backend.query<{ id: string }>(
    "select id from public.student_ids where order_id = $1",
    [orderId],
  );
  return { orderId, email, studentId: file?.id ?? "" };
}

/** A 3-month plan with its first payment. */
async function buyPlan(academy: TestAcademy, learner: Learner): Promise<ShopWorld["plan"]> {
  const payload = { ...professionalPayload(learner.email), priceId: "academy_professional_installment" };
  const headers = { authorization: `Bearer ${learner.token}` };
  const { url, sessionId } = await openCheckout(academy, { ...payload, isAuthenticated: true }, headers);
  await payOnHostedPage(url);
  const { subscription_id: subscription } = await eventually(async () => {
    const plan = await planOf(academy, sessionId);
    expect(plan.subscription_id).not.toBeNull();
    return plan;
  });
  const [charge] = (await academy.stripe.charges.list({ limit: 1 })).data;
  return { subscription, intent: charge?.payment_intent, charge: charge?.id };
}
