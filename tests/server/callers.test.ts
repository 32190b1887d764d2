import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { signInAs } from "../staff/members.ts";
import { withAcademy } from "../support/server/academy.ts";

const FUNCTIONS = join(import.meta.dirname, "../../functions");

type Caller = "anyone" | "user" | "staff" | "timer";
/** Who may call each server function. A function that is missing here fails the test. */
const CALLERS: Record<string, Caller> = {
  "answer-student-id": "anyone",
  "apply-retention": "timer",
  "billing-portal": "user",
  "buy-team": "anyone",
  "certificate-issuer": "anyone",
  "certificate-status": "anyone",
  "correct-order-email": "anyone",
  "course-interest": "anyone",
  "create-guest-checkout": "anyone",
  "delete-due-accounts": "timer",
  "delete-my-account": "user",
  "deliver-mail": "timer",
  "export-my-data": "user",
  health: "anyone",
  "issue-certificate": "user",
  "issue-missed-certificates": "timer",
  "keep-my-account": "user",
  "prove-address": "anyone",
  "reconcile-payments": "timer",
  "request-address-link": "user",
  "resend-credentials": "anyone",
  "send-contact-email": "anyone",
  "send-reminders": "timer",
  "set-reminders": "user",
  "sign-up": "anyone",
  "staff-certificate": "staff",
  "staff-invoice": "staff",
  "staff-learner": "staff",
  "staff-order": "staff",
  "staff-settings": "staff",
  "staff-student-id": "staff",
  "stop-reminders": "anyone",
  "stripe-webhook": "anyone",
  "upload-student-id": "anyone",
  "use-recovery-code": "user",
  "validate-discount-code": "anyone",
  "verify-certificate": "anyone",
  "verify-guest-payment": "anyone",
  "watch-operations": "timer",
};

/** For functions that read the request before they ask who is calling. */
const BODIES: Record<string, unknown> = {
  "delete-my-account": { confirmation: "ada@mail.example", keepCertificate: true },
  "issue-certificate": { courseId: COURSE_ID, holderName: "Ada Obi", kind: "completion" },
  "use-recovery-code": { code: "AAAA-AAAA-AAAA-AAAA" },
};

const SIGN_IN = [401, "unauthorized"];
const NOT_STAFF = [403, "not_staff"];
const REFUSALS: Record<Exclude<Caller, "anyone">, Record<string, typeof SIGN_IN>> = {
  user: { visitor: SIGN_IN, forged: SIGN_IN },
  timer: { visitor: SIGN_IN, forged: SIGN_IN, learner: SIGN_IN, staff: SIGN_IN },
  staff: {
    visitor: SIGN_IN,
    forged: SIGN_IN,
    learner: NOT_STAFF,
    reviewer: NOT_STAFF,
    withoutFactor: NOT_STAFF,
  },
};

const academy = withAcademy();
let headers: Record<string, Record<string, string>>;
beforeAll(async () => {
  const as = async (role: "staff" | "reviewer" | null, isRaised = true) => ({
    authorization: `Bearer ${(await signInAs(academy, role, isRaised)).token}`,
  });
  headers = {
    visitor: {},
    forged: { authorization: "Bearer e.e.e" },
    learner: await as(null),
    reviewer: await as("reviewer"),
    withoutFactor: await as("staff", false),
    staff: await as("staff"),
  };
});

it("every server function is listed with its callers", () => {
  const names = readdirSync(FUNCTIONS).filter((name) => existsSync(join(FUNCTIONS, name, "index.ts")));
  expect(names.sort()).toEqual(Object.keys(CALLERS).sort());
});

it.each(Object.entries(CALLERS).flatMap(([name, caller]) => (caller === "anyone" ? [] : [{ name, caller }])))(
  "$name is refused to everyone but its callers: $caller",
  async ({ name, caller }) => {
    const answers: Record<string, unknown[]> = {};
    for (const actor of Object.keys(REFUSALS[caller])) {
      const { status, body } = await academy.call(name, BODIES[name] ?? {}, headers[actor]);
      answers[actor] = [status, body.code];
    }
    expect(answers).toEqual(REFUSALS[caller]);
    expect(await academy.backend.query("select from public.staff_actions")).toEqual([]);
  },
);
