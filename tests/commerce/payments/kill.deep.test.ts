import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { settleBackground } from "../../../functions/_shared/background.ts";
import { eventually } from "../../support/eventually.ts";
import { startTestAcademy, type TestAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { expectConsoleError } from "../../support/setup/failOnConsoleError.ts";
import { IS_NIGHT } from "../../support/timeBox.ts";
import { mailsTo, paymentOf } from "../moneyBack.ts";
import { mailsOf, openPlan, paymentsOf, planOf, reconcile } from "../plans.ts";
import {
  type Checkout,
  enrollmentsOf,
  newEmail,
  openCheckout,
  orderOf,
  professionalPayload,
} from "../shop.ts";

/** More requests than any call here makes. */
const MOST_REQUESTS = 150;
const TEST_LIMIT_MS = 900_000;
/** A step of the longer journeys takes seconds, and they have dozens. A night has time for all of them. */
const STRIDE = IS_NIGHT ? 1 : 3;

/**
 * Each step of a purchase is a request to the database, auth server or provider. The proxy simulates a crash before the
 * n-th request.
 */
const proxy = startMortalProxy();
let academy: TestAcademy;
beforeAll(async () => {
  academy = await startTestAcademy(proxy.via);
});
afterAll(async () => {
  await academy.close();
  await proxy.close();
});
beforeEach(async () => {
  // All events are lost, so that none of them repairs the state.
  await academy.simulate("webhooks", { mode: "drop" });
});

/**
 * Runs `work` with a crash before its first step, before the one `stride` steps later and so on, until it completes. Checks
 * each recovery.
 */
async function crashAtSteps<T>(
  prepare: () => Promise<T>,
  work: (prepared: T) => Promise<unknown>,
  check: (prepared: T) => Promise<void>,
  stride = 1,
): Promise<void> {
  for (let steps = 0; steps < MOST_REQUESTS; steps += stride) {
    await academy.backend.query("delete from public.rate_limits");
    const prepared = await prepare();
    proxy.crashAfter(steps);
    await work(prepared);
    await settleBackground();
    const hasCrashed = proxy.restart();
    // The lease of the crashed worker expires.
    await academy.backend.query(
      "update public.mail_queue set leased_until = null, next_attempt_at = now() where status = 'queued'",
    );
    await check(prepared);
    if (!hasCrashed) {
      expect(steps).toBeGreaterThan(4);
      return;
    }
  }
  throw new Error("the work never completed");
}

async function expectSignIn(email: string): Promise<void> {
  await academy.call("deliver-mail", {}, { apikey: academy.secretKey });
  const password = await eventually(() => {
    const [mail] = mailsTo(academy, email, "Your sign-in details");
    const [, found] = /^Temporary password: (.+)$/m.exec(mail ?? "") ?? [];
    expect(found).toBeDefined();
    return found ?? "";
  });
  const { error } = await academy.client().auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
}

const ACTIVE = [{ tier: "professional", status: "active" }];
type Purchase = Checkout & { email: string };

async function paid(open: (email: string) => Promise<Checkout>): Promise<Purchase> {
  const email = newEmail();
  const checkout = await open(email);
  await payOnHostedPage(checkout.url);
  return { ...checkout, email };
}

async function expectRight({ sessionId, email }: Purchase): Promise<void> {
  await reconcile(academy);
  expect((await orderOf(academy, sessionId)).status).toBe("paid");
  expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
  expect(await paymentsOf(academy, sessionId)).toEqual(["paid"]);
  expect(await mailsOf(academy, sessionId)).toMatchObject({ credentials: 1, receipt: 1 });
  await expectSignIn(email);
}

describe("one reconciler run recovers from a crash between two steps, with every event lost", () => {
  it("of opening a checkout: nothing is sold, and the buyer can buy again", {
    timeout: TEST_LIMIT_MS,
  }, async () => {
    expectConsoleError(/./);
    await crashAtSteps(
      async () => newEmail(),
      (email) => academy.call("create-guest-checkout", professionalPayload(email)),
      async (email) => {
        await reconcile(academy);
        expect(await enrollmentsOf(academy, email)).toEqual([]);
        const again = await openCheckout(academy, professionalPayload(email));
        await payOnHostedPage(again.url);
        await reconcile(academy);
        expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
      },
    );
  });

  it("of granting a full payment: access is granted once, with a password that works", {
    timeout: TEST_LIMIT_MS,
  }, async () => {
    expectConsoleError(/./);
    await crashAtSteps(
      () => paid((email) => openCheckout(academy, professionalPayload(email))),
      ({ sessionId }) => academy.call("verify-guest-payment", { sessionId }),
      expectRight,
    );
  });

  it("of granting a plan: access is granted, and the plan ends after three payments", {
    timeout: TEST_LIMIT_MS,
  }, async () => {
    expectConsoleError(/./);
    await crashAtSteps(
      () => paid((email) => openPlan(academy, email)),
      ({ sessionId }) => academy.call("verify-guest-payment", { sessionId }),
      async (purchase) => {
        await expectRight(purchase);
        const { schedule_id: id } = await planOf(academy, purchase.sessionId);
        const schedule = await academy.stripe.subscriptionSchedules.retrieve(id ?? "");
        expect(schedule.end_behavior).toBe("cancel");
      },
      STRIDE,
    );
  });

  it("of correcting an email address: the repeated request succeeds and leaves no unused account", {
    timeout: TEST_LIMIT_MS,
  }, async () => {
    expectConsoleError(/./);
    await crashAtSteps(
      async () => {
        const purchase = await paid((email) => openCheckout(academy, professionalPayload(email)));
        await academy.call("verify-guest-payment", { sessionId: purchase.sessionId });
        await settleBackground();
        return { ...purchase, right: newEmail() };
      },
      ({ claimToken, right }) => academy.call("correct-order-email", { claimToken, email: right }),
      async ({ claimToken, email, right }) => {
        const reply = await academy.call("correct-order-email", { claimToken, email: right });
        expect(reply.body).toEqual({ success: true });
        expect(await enrollmentsOf(academy, right)).toEqual(ACTIVE);
        expect(await academy.backend.query("select from auth.users where email = $1", [email])).toEqual([]);
        await expectSignIn(right);
      },
      STRIDE,
    );
  });

  it("of refunding a second purchase: the purchase is refunded once", {
    timeout: TEST_LIMIT_MS,
  }, async () => {
    expectConsoleError(/./);
    await crashAtSteps(
      async () => {
        const first = await paid((email) => openCheckout(academy, professionalPayload(email)));
        await academy.call("verify-guest-payment", { sessionId: first.sessionId });
        const second = await openCheckout(academy, professionalPayload(first.email));
        await payOnHostedPage(second.url);
        await academy.call("verify-guest-payment", { sessionId: second.sessionId });
        await settleBackground();
        return second;
      },
      () => academy.call("reconcile-payments", {}, { apikey: academy.secretKey }),
      async ({ sessionId }) => {
        await reconcile(academy);
        expect((await orderOf(academy, sessionId)).status).toBe("refunded");
        expect(await mailsOf(academy, sessionId)).toMatchObject({ refund: 1 });
        const { intent } = await paymentOf(academy, sessionId);
        expect(await academy.stripe.refunds.list({ payment_intent: intent })).toMatchObject({
          data: [expect.anything()],
        });
      },
      STRIDE,
    );
  });
});

/** A proxy between the functions and their services that can refuse all requests, as if the process had crashed. */
type MortalProxy = {
  /** Returns the address of a proxy for `target`. */
  via(target: string): Promise<string>;
  /** Passes this many more requests and rejects all others. */
  crashAfter(requests: number): void;
  /** Passes all requests again. Returns true if the simulated crash had happened. */
  restart(): boolean;
  close(): Promise<void>;
};

function startMortalProxy(): MortalProxy {
  const servers: Server[] = [];
  let left = Number.POSITIVE_INFINITY;
  let hasCrashed = false;

  return {
    async via(target) {
      const { host } = new URL(target);
      const server = createServer((incoming, reply) => {
        if (left <= 0) {
          hasCrashed = true;
          // Rejects the request. Dropping the connection would make the clients retry for seconds. Either way, nothing
          // that the functions still do has an effect.
          reply.writeHead(403, { "content-type": "application/json" });
          reply.end(JSON.stringify({ message: "dead", error: { type: "api_error", message: "dead" } }));
          return;
        }
        left--;
        const { method, headers } = incoming;
        const outgoing = request(
          new URL(incoming.url ?? "/", target),
          { method, headers: { ...headers, host } },
          (answer) => {
            reply.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(reply);
          },
        );
        outgoing.on("error", () => reply.destroy());
        incoming.pipe(outgoing);
      });
      servers.push(server);
      await once(server.listen(0, "127.0.0.1"), "listening");
      // `address()` is a pipe name or null only for a server that does not listen on a port.
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    crashAfter(requests) {
      left = requests;
      hasCrashed = false;
    },
    restart() {
      left = Number.POSITIVE_INFINITY;
      return hasCrashed;
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
