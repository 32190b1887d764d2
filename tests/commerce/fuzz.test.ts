import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FAILURE_CODES } from "../../src/domain/failures.ts";
import { type Reply, startTestAcademy, type TestAcademy } from "../support/academy.ts";
import { eventually } from "../support/eventually.ts";
import { countRows, newEmail, professionalPayload } from "./shop.ts";

const SEED = 20261120;
const IS_DEEP = process.env.ACADEMY_DEEP === "1";
const RUNS = IS_DEEP ? 2000 : 60;
const TIMEOUT_MS = IS_DEEP ? 600_000 : 60_000;
/** Below the rate limit of the functions, so that every body is really read. */
const RUNS_PER_WINDOW = 50;

let academy: TestAcademy;
beforeAll(async () => {
  academy = await startTestAcademy();
  // The events of the catalogue's set-up come first, so that the count stands still.
  const events = await academy.stripe.events.list({ limit: 100 });
  await eventually(async () => expect(await countRows(academy, "stripe_events")).toBe(events.data.length));
});
afterAll(() => academy.close());
beforeEach(() => academy.backend.query("delete from public.rate_limits"));

async function stored(): Promise<number[]> {
  return Promise.all(
    (["orders", "mail_queue", "stripe_events", "student_ids", "contact_messages"] as const).map((table) =>
      countRows(academy, table),
    ),
  );
}

async function everyBodyIsRefused(bodies: fc.Arbitrary<unknown>, send: (body: unknown) => Promise<Reply>) {
  const before = await stored();
  let runs = 0;
  const property = fc.asyncProperty(bodies, async (body) => {
    runs += 1;
    if (runs % RUNS_PER_WINDOW === 0) await academy.backend.query("delete from public.rate_limits");
    const reply = await send(body);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(FAILURE_CODES).toContain(reply.body.code);
    expect(reply.body).toMatchObject({ error: expect.any(String), requestId: expect.any(String) });
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS });
  expect(await stored()).toEqual(before);
}

const anyText = fc.string({ unit: "binary", maxLength: 300 });
const anyBody = fc.oneof(anyText, fc.jsonValue(), fc.uint8Array({ maxLength: 500 }));

/** A good payload that ends at the very last check (an unknown student ID), with one field replaced by anything. */
function nearlyGood() {
  const payload = {
    ...professionalPayload(newEmail()),
    priceId: "academy_student_full",
    courseType: "student",
    studentIdRef: "unknown",
    isAuthenticated: false,
    userId: crypto.randomUUID(),
    termsAccepted: true,
  };
  return fc
    .tuple(fc.constantFrom(...Object.keys(payload)), fc.oneof(anyText, fc.jsonValue()))
    .map(([field, value]) => ({ ...payload, [field]: value }));
}

describe("nonsense is refused in the common shape, and nothing is stored (S-099, S-100)", {
  timeout: TIMEOUT_MS,
}, () => {
  it("by create-guest-checkout", async () => {
    const bodies = fc.oneof({ weight: 3, arbitrary: nearlyGood() }, { weight: 1, arbitrary: anyBody });
    await everyBodyIsRefused(bodies, (body) => academy.call("create-guest-checkout", body));
  });

  it("by validate-discount-code", async () => {
    // Ends at the unknown price, so that the replaced field is really read.
    const request = { code: "SAVE10", priceId: "price_unknown", email: newEmail() };
    const nearlyGood = fc
      .tuple(fc.constantFrom(...Object.keys(request)), fc.oneof(anyText, fc.jsonValue()))
      .map(([field, value]) => ({ ...request, [field]: value }));
    await everyBodyIsRefused(fc.oneof(nearlyGood, anyBody), (body) =>
      academy.call("validate-discount-code", body),
    );
  });

  it("by verify-guest-payment", async () => {
    const bodies = fc.oneof(
      anyBody,
      anyText.map((sessionId) => ({ sessionId })),
      fc.constant({ sessionId: "cs_x" }),
    );
    await everyBodyIsRefused(bodies, (body) => academy.call("verify-guest-payment", body));
  });

  it("by stripe-webhook", async () => {
    const signature = { "stripe-signature": "t=1,v1=00" };
    await everyBodyIsRefused(anyBody, (body) => academy.call("stripe-webhook", body, signature));
  });

  it("by upload-student-id", async () => {
    const form = fc.record({ file: fc.uint8Array({ maxLength: 2000 }), university: anyText }).map((parts) => {
      const data = new FormData();
      data.set("file", new File([new Uint8Array(parts.file)], "x"));
      data.set("university", parts.university);
      return data;
    });
    const raw = anyBody.map((body) => (typeof body === "string" ? body : JSON.stringify(body)));
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    await everyBodyIsRefused(fc.oneof(form, raw), (body) =>
      academy.call("upload-student-id", body, typeof body === "string" ? headers : {}),
    );
  });

  it("by send-contact-email", async () => {
    // Each with a fault that is looked for last, so that the replaced field is really read.
    const message = {
      name: "Ama",
      email: newEmail(),
      subject: "Hello",
      id: crypto.randomUUID(),
      message: "",
    };
    const nearlyGood = fc
      .tuple(fc.constantFrom("name", "email", "subject", "id"), fc.oneof(anyText, fc.jsonValue()))
      .map(([field, value]) => ({ ...message, [field]: value }));
    await everyBodyIsRefused(fc.oneof(nearlyGood, anyBody), (body) =>
      academy.call("send-contact-email", body),
    );
  });

  it("by correct-order-email", async () => {
    const email = newEmail();
    const bodies = fc.oneof(
      anyBody,
      anyText.map((claimToken) => ({ claimToken, email })),
      fc.oneof(anyText, fc.jsonValue()).map((value) => ({ claimToken: "unknown", email: value })),
    );
    await everyBodyIsRefused(bodies, (body) => academy.call("correct-order-email", body));
  });

  it("by resend-credentials", async () => {
    const bodies = fc.oneof(
      anyBody,
      anyText.map((claimToken) => ({ claimToken })),
    );
    await everyBodyIsRefused(bodies, (body) => academy.call("resend-credentials", body));
  });

  it("by billing-portal", async () => {
    const bodies = fc.oneof(
      anyBody,
      anyText.map((returnPath) => ({ returnPath })),
    );
    const headers = { authorization: "Bearer a.b.c" };
    await everyBodyIsRefused(bodies, (body) => academy.call("billing-portal", body, headers));
  });

  it("by reconcile-payments", async () => {
    await everyBodyIsRefused(anyBody, (body) => academy.call("reconcile-payments", body));
  });

  it("by deliver-mail", async () => {
    await everyBodyIsRefused(anyBody, (body) => academy.call("deliver-mail", body));
  });
});
