import { beforeAll, describe, expect, it } from "vitest";
import { settleBackground } from "../../functions/_shared/background.ts";
import { orderNumber } from "../../src/domain/ids.ts";
import { buy, mailsTo, paymentOf } from "../commerce/moneyBack.ts";
import { planOf, reconcile, undelivered } from "../commerce/plans.ts";
import {
  enrollmentsOf,
  newEmail,
  orderOf,
  postStudentId,
  professionalPayload,
  proveAddress,
  studentPayload,
  uploadStudentId,
} from "../commerce/shop.ts";
import { eventually } from "../support/eventually.ts";
import { withAcademy } from "../support/server/academy.ts";
import { expectConsoleError } from "../support/setup/failOnConsoleError.ts";
import { JPEGS } from "../support/studentIds.ts";
import { type Member, signInAs } from "./members.ts";

const academy = withAcademy();
let staff: Member;
let colleague: Member;
beforeAll(async () => {
  staff = await signInAs(academy, "staff");
  colleague = await signInAs(academy, "staff");
});

const query = <T = Record<string, unknown>>(sql: string, params: unknown[] = []) =>
  academy.backend.query<T>(sql, params);

type StudentOrder = { email: string; sessionId: string; orderId: string; id: string; path: string };

/** The ID that is stored for this order now. */
async function fileOf(orderId: string): Promise<{ id: string; path: string } | undefined> {
  const [row] = await query<{ id: string; path: string }>(
    "select id, path from public.student_ids where order_id = $1",
    [orderId],
  );
  return row;
}

async function buyAsStudent(change: Record<string, unknown> = {}): Promise<StudentOrder> {
  const email = newEmail();
  const { sessionId } = await buy(academy, { ...(await studentPayload(academy, email)), ...change });
  const { id: orderId } = await orderOf(academy, sessionId);
  const file = await fileOf(orderId);
  if (!file) throw new Error("the order has no student ID");
  return { email, sessionId, orderId, ...file };
}

const decide = (id: string, action: "approve" | "refuse", more = {}, member = staff) =>
  member.call("staff-student-id", {
    id,
    action,
    ...(action === "refuse" ? { reason: "expired" } : {}),
    ...more,
  });

async function isStored(path: string): Promise<boolean> {
  const { data } = await academy.client(academy.secretKey).storage.from("student-ids").download(path);
  return data !== null;
}

async function keyIn(email: string, subject: string): Promise<string> {
  return await eventually(() => {
    const key = mailsTo(academy, email, subject)[0]?.match(/\/auth\/student-id#([\w-]+)/)?.[1];
    expect(key).toBeTruthy();
    return key ?? "";
  });
}
const REFUSED = "We could not accept";
const answer = (key: string, more = {}) => academy.call("answer-student-id", { key, ...more });

async function refused(change = {}) {
  const order = await buyAsStudent(change);
  expect((await decide(order.id, "refuse")).status).toBe(200);
  return { ...order, key: await keyIn(order.email, REFUSED) };
}

/** Lets 14 days pass for the refusal of this order, and runs the timers. */
async function afterTwoWeeks(orderId: string) {
  await query(
    "update private.student_id_decisions set choose_until = choose_until - interval '14 days 1 minute' where order_id = $1",
    [orderId],
  );
  return reconcile(academy);
}
const statusOf = async ({ sessionId }: StudentOrder) => (await orderOf(academy, sessionId)).status;
const ACTIVE = [{ tier: "student", status: "active" }];
const PAUSED = [{ tier: "student", status: "paused" }];

async function listed(filter: string, search = "") {
  const args = { p_search: search, p_filter: filter, p_before: null, p_limit: 100 };
  const { data, error } = await staff.client.rpc("staff_student_ids", args);
  if (error) throw error;
  return data.rows.map(({ id }: { id: string }) => id);
}

describe("the queue of student IDs", () => {
  it("has the ID of an order whose instalment failed, and its refusal can be answered", async () => {
    const order = await buyAsStudent();
    await query(
      "update public.orders set status = 'past_due', grace_until = now() + interval '9 days' where id = $1",
      [order.orderId],
    );
    expect(await listed("", order.email)).toEqual([order.id]);
    expect(await decide(order.id, "refuse")).toMatchObject({ status: 200 });
    const key = await keyIn(order.email, REFUSED);
    expect(await answer(key, { choice: "refund" })).toMatchObject({ status: 200 });
    await reconcile(academy);
    await eventually(async () => expect(await statusOf(order)).toBe("refunded"));
  });

  it("lists the IDs of paid orders, oldest first, until someone has decided", async () => {
    const [first, second] = [await buyAsStudent(), await buyAsStudent()];
    await uploadStudentId(academy);
    const ours = (ids: string[]) => ids.filter((id) => id === first.id || id === second.id);
    expect(ours(await listed(""))).toEqual([first.id, second.id]);
    expect(await listed("", first.email.slice(0, 12).toUpperCase())).toEqual([first.id]);
    expect(await listed("", orderNumber(first.orderId))).toEqual([first.id]);
    expect(await listed("", "%")).toEqual([]);
    await decide(first.id, "approve");
    await decide(second.id, "refuse");
    expect(ours(await listed(""))).toEqual([]);
    expect(ours(await listed("decided"))).toEqual([second.id, first.id]);
    expect(await listed("decided", orderNumber(first.orderId))).toEqual([first.id]);
  });

  it("shows one ID with the facts of its order, also after the decision", async () => {
    const order = await buyAsStudent();
    const read = async () => (await staff.client.rpc("staff_student_id", { p_id: order.id })).data;
    expect(await read()).toMatchObject({
      content_type: "image/jpeg",
      decision: null,
      order: { name: "Ama Tester", email: order.email, university: "University of Example", status: "paid" },
    });
    await decide(order.id, "refuse", { note: "Looks ten years old" });
    expect(await read()).toMatchObject({
      content_type: null,
      decision: "refused",
      reason: "expired",
      decided_by: staff.email,
      timeline: [{ action: "student_id_refused", reason: "Looks ten years old", actor: staff.email }],
    });
  });
});

describe("staff", () => {
  it("open a picture by an address that works for a minute", async () => {
    const order = await buyAsStudent();
    const { status, body } = await staff.call("staff-student-id", { id: order.id, action: "open" });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { outcome: "opened", contentType: "image/jpeg" },
    });
    const address = new URL(String(body.path), academy.url);
    const [, claims = ""] = (address.searchParams.get("token") ?? "").split(".");
    const { exp, iat } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
    expect(exp - (iat ?? Date.now() / 1000)).toBeLessThanOrEqual(61);
    const file = await fetch(address);
    expect(file.headers.get("content-type")).toBe("image/jpeg");
    expect(file.headers.get("cache-control")).toContain("no-store");
    expect(
      await query("select 1 from public.staff_actions where action = 'student_id_opened' and actor_id = $1", [
        staff.id,
      ]),
    ).toHaveLength(1);
  });

  it("open a picture whose data is a script as a picture only", async () => {
    const script = "<script>alert(document.domain)</script>";
    const end = JPEGS.grey.length - 2;
    const picture = Buffer.concat([
      JPEGS.grey.subarray(0, end),
      Buffer.from(script),
      JPEGS.grey.subarray(end),
    ]);
    const uploaded = await postStudentId(academy, picture);
    const order = await buyAsStudent({ studentIdRef: String(uploaded.body.ref) });
    const { body } = await staff.call("staff-student-id", { id: order.id, action: "open" });
    expect(body).toMatchObject({ contentType: "image/jpeg" });
    const file = await fetch(new URL(String(body.path), academy.url));
    // Its bytes are the script, so the type and the ban on guessing another one are what keeps it from running.
    expect(await file.text()).toContain(script);
    expect(file.headers.get("content-type")).toBe("image/jpeg");
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("approve an ID: its file is deleted, access stays and no email is sent", async () => {
    const order = await buyAsStudent();
    expect(await decide(order.id, "approve")).toMatchObject({
      status: 200,
      body: { outcome: "decided", decision: "approved", decidedBy: staff.email },
    });
    expect(await isStored(order.path)).toBe(false);
    expect(await fileOf(order.orderId)).toBeUndefined();
    await afterTwoWeeks(order.orderId);
    expect(await enrollmentsOf(academy, order.email)).toEqual(ACTIVE);
    await settleBackground();
    expect(academy.mails().filter(({ to, text }) => to === order.email && /student ID/.test(text))).toEqual(
      [],
    );
  });

  it("decide once, although two of them decide at the same moment", async () => {
    const order = await buyAsStudent();
    const replies = await Promise.all([
      decide(order.id, "approve"),
      decide(order.id, "refuse", {}, colleague),
    ]);
    const outcomes = replies.map(({ body }) => body.outcome).sort();
    expect(outcomes).toEqual(["decided", "decided_before"]);
    expect(replies[0]?.body.decision).toBe(replies[1]?.body.decision);
    expect(replies[0]?.body.decidedBy).toBe(replies[1]?.body.decidedBy);
    expect(
      await query(
        "select 1 from public.staff_actions where subject_id = $1 and action in ('student_id_approved', 'student_id_refused')",
        [order.orderId],
      ),
    ).toHaveLength(1);
  });

  it("cannot refuse without a reason, or decide about an order that was refunded", async () => {
    const order = await buyAsStudent();
    expect((await decide(order.id, "refuse", { reason: undefined })).status).toBe(400);
    expect((await decide(order.id, "refuse", { reason: "I do not like it" })).status).toBe(400);
    await academy.stripe.refunds.create({
      payment_intent: (await paymentOf(academy, order.sessionId)).intent,
    });
    await eventually(async () => expect(await statusOf(order)).toBe("refunded"));
    expect(await decide(order.id, "approve")).toMatchObject({ status: 409, body: { code: "order_ended" } });
    expect(await decide(crypto.randomUUID(), "approve")).toMatchObject({ status: 404 });
  });

  it("decide even if storage fails; the next run of apply-retention deletes the file", async () => {
    const order = await buyAsStudent();
    await query(
      "create function private.planted_refusal() returns trigger language plpgsql as $$ begin raise 'planted'; end $$",
    );
    await query(
      "create trigger planted before delete on public.student_ids for each row execute function private.planted_refusal()",
    );
    expectConsoleError(/"event":"student_id_not_removed".*planted/);
    expect((await decide(order.id, "approve")).body.outcome).toBe("decided");
    expect(await fileOf(order.orderId)).toBeDefined();
    await query("drop function private.planted_refusal() cascade");
    await academy.call("apply-retention", {}, { apikey: academy.secretKey });
    expect(await fileOf(order.orderId)).toBeUndefined();
  });
});

describe("a learner whose ID was refused", () => {
  it("is told why and what to choose, but nothing that staff noted", async () => {
    const order = await buyAsStudent();
    await decide(order.id, "refuse", { reason: "other_name", note: "Probably a brother" });
    await keyIn(order.email, REFUSED);
    const [mail] = mailsTo(academy, order.email, REFUSED);
    expect(mail).toContain("The name on it is not the name on the order.");
    expect(mail).toContain("Your access continues until");
    expect(mail).not.toContain("brother");
    expect(await isStored(order.path)).toBe(false);
  });

  it("keeps access for 14 days and is then paused, with all work kept, until there is a choice", async () => {
    const order = await refused();
    await reconcile(academy);
    expect(await enrollmentsOf(academy, order.email)).toEqual(ACTIVE);
    expect(await afterTwoWeeks(order.orderId)).toMatchObject({ paused: 1 });
    expect(await statusOf(order)).toBe("id_refused");
    expect(await enrollmentsOf(academy, order.email)).toEqual(PAUSED);
    const key = await keyIn(order.email, "Your access to");
    // Both links work.
    for (const each of [order.key, key]) {
      expect((await answer(each)).body).toMatchObject({ choice: null, refusal: { isPaused: true } });
    }
    expect(await reconcile(academy)).toMatchObject({ paused: 0 });
  });

  it("sends another ID, which waits in the queue, and keeps access when it is approved", async () => {
    const order = await refused();
    const studentIdRef = await uploadStudentId(academy);
    expect((await answer(order.key, { choice: "another", studentIdRef })).body.choice).toBe("another");
    const file = await fileOf(order.orderId);
    expect(file?.id).not.toBe(order.id);
    expect(await listed("")).toContain(file?.id);
    expect(await afterTwoWeeks(order.orderId)).toMatchObject({ paused: 0 });
    expect(await enrollmentsOf(academy, order.email)).toEqual(ACTIVE);
    await decide(file?.id ?? "", "approve");
    await eventually(() =>
      expect(mailsTo(academy, order.email, "Your student ID has been accepted")).toEqual([
        expect.stringContaining("You have access"),
      ]),
    );
    expect(await afterTwoWeeks(order.orderId)).toMatchObject({ paused: 0 });
    expect(await enrollmentsOf(academy, order.email)).toEqual(ACTIVE);
    expect((await answer(order.key)).status).toBe(404);
  });

  it("regains paused access when another ID is approved, and gets 14 new days when that is refused", async () => {
    const order = await refused();
    await afterTwoWeeks(order.orderId);
    await answer(order.key, { choice: "another", studentIdRef: await uploadStudentId(academy) });
    expect(await enrollmentsOf(academy, order.email)).toEqual(PAUSED);
    await decide((await fileOf(order.orderId))?.id ?? "", "approve");
    expect(await enrollmentsOf(academy, order.email)).toEqual(ACTIVE);

    const again = await refused();
    await answer(again.key, { choice: "another", studentIdRef: await uploadStudentId(academy) });
    await decide((await fileOf(again.orderId))?.id ?? "", "refuse");
    await eventually(() => expect(mailsTo(academy, again.email, REFUSED)).toHaveLength(2));
    expect((await answer(again.key)).status).toBe(404);
    expect(await reconcile(academy)).toMatchObject({ paused: 0 });
    expect(await afterTwoWeeks(again.orderId)).toMatchObject({ paused: 1 });
  });

  /** An order whose access was paused, and a later one of the same tier. */
  async function pausedAndBoughtAgain(change = {}) {
    const order = await refused(change);
    await afterTwoWeeks(order.orderId);
    await proveAddress(academy, order.email);
    const later = await buy(academy, await studentPayload(academy, order.email));
    expect((await orderOf(academy, later.sessionId)).status).toBe("paid");
    return { order, later };
  }
  const extend = ({ orderId }: StudentOrder) =>
    staff.client.rpc("staff_extend_access", {
      p_order: orderId,
      p_until: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
      p_seen_until: null,
      p_reason: "asked",
    });

  it.each(["paused", "extended"])(
    "is refunded a second order that was paid meanwhile when another ID is approved (%s)",
    async (access) => {
      const { order, later } = await pausedAndBoughtAgain();
      if (access === "extended") expect((await extend(order)).error).toBeNull();
      await answer(order.key, { choice: "another", studentIdRef: await uploadStudentId(academy) });
      await decide((await fileOf(order.orderId))?.id ?? "", "approve");
      await reconcile(academy);
      expect((await orderOf(academy, later.sessionId)).status).toBe("refunded");
      expect(await statusOf(order)).toBe("paid");
    },
  );

  it("keeps an order that was paid meanwhile when staff only extend the access", async () => {
    const { order, later } = await pausedAndBoughtAgain({ priceId: "academy_student_installment" });
    expect((await extend(order)).error).toBeNull();
    await reconcile(academy);
    await reconcile(academy);
    expect(await statusOf(order)).toBe("paid");
    expect((await orderOf(academy, later.sessionId)).status).toBe("paid");
  });

  describe("and whose plan could not be charged meanwhile", () => {
    async function unpaid(afterRetries: "cancel" | "past_due") {
      const order = await refused({ priceId: "academy_student_installment" });
      await eventually(async () => expect((await planOf(academy, order.sessionId)).schedule_id).toBeTruthy());
      expect(await afterTwoWeeks(order.orderId)).toMatchObject({ paused: 1 });
      await academy.simulate("billing", { afterRetries });
      const { subscription_id: subscription } = await planOf(academy, order.sessionId);
      await academy.simulate(`subscriptions/${subscription}/renewals`, { decline: true });
      await academy.simulate("advance", { months: 1, days: 21 });
      await eventually(async () =>
        expect(await planOf(academy, order.sessionId)).toMatchObject({
          status: "id_refused",
          plan_ended_at: afterRetries === "cancel" ? expect.anything() : null,
        }),
      );
      // Another event about the plan would check it again after the approval.
      await eventually(async () => expect(await undelivered()).toBe(0));
      await answer(order.key, { choice: "another", studentIdRef: await uploadStudentId(academy) });
      return order;
    }

    const expectNoAccessIn = ({ email }: StudentOrder) =>
      expect(mailsTo(academy, email, "Your student ID has been accepted")).toEqual([
        expect.not.stringContaining("You have access"),
      ]);

    it("stays paused when another ID is approved, as after any plan that ended unpaid", async () => {
      const order = await unpaid("cancel");
      await decide((await fileOf(order.orderId))?.id ?? "", "approve");
      expect(await statusOf(order)).not.toBe("paid");
      await eventually(() => expectNoAccessIn(order));
      await reconcile(academy);
      expect(await statusOf(order)).toBe("paused");
      expect(await enrollmentsOf(academy, order.email)).toEqual(PAUSED);
    });

    /** As after a crash between the decision and the call to the provider. */
    async function approveAlone(order: StudentOrder) {
      await query("select public.decide_student_id($1, $2, 'approved', '', '')", [
        staff.id,
        (await fileOf(order.orderId))?.id,
      ]);
      expect(await statusOf(order)).toBe("paid");
      await academy.call("deliver-mail", {}, { apikey: academy.secretKey });
    }

    it("is paused by the next run if the provider cannot be reached at the approval", async () => {
      const order = await unpaid("cancel");
      await approveAlone(order);
      await eventually(() => expectNoAccessIn(order));
      await reconcile(academy);
      expect(await statusOf(order)).toBe("paused");
    });

    it("is not promised access while a payment is overdue", async () => {
      const order = await unpaid("past_due");
      await approveAlone(order);
      await eventually(() => expectNoAccessIn(order));
    });
  });

  it("cannot use an upload twice or one that does not exist, and cannot change a final choice", async () => {
    const order = await refused();
    const bad = await answer(order.key, { choice: "another", studentIdRef: "unknown" });
    expect(bad).toMatchObject({ status: 400, body: { code: "student_id_invalid" } });
    const studentIdRef = await uploadStudentId(academy);
    await answer(order.key, { choice: "another", studentIdRef });
    expect((await answer(order.key, { choice: "refund" })).body.choice).toBe("another");
    expect(await statusOf(order)).toBe("paid");
    const other = await refused();
    expect((await answer(other.key, { choice: "another", studentIdRef })).status).toBe(400);
    expect((await answer("not a key", { choice: "refund" })).status).toBe(404);
  });

  it("is refunded in full exactly once, which ends access", async () => {
    const order = await refused();
    const replies = await Promise.all([
      answer(order.key, { choice: "refund" }),
      answer(order.key, { choice: "refund" }),
    ]);
    expect(replies.map(({ body }) => body.choice)).toContain("refund");
    await eventually(async () => expect(await statusOf(order)).toBe("refunded"));
    const { intent } = await paymentOf(academy, order.sessionId);
    expect((await academy.stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(1);
    expect(await enrollmentsOf(academy, order.email)).toEqual([{ tier: "student", status: "revoked" }]);
    expect(await afterTwoWeeks(order.orderId)).toMatchObject({ paused: 0 });
    expect((await answer(order.key)).status).toBe(404);
  });

  it("is refunded by the next run if the provider fails at first", async () => {
    const order = await refused();
    await query(
      "update private.student_id_decisions set choice = 'refund', chosen_at = now() where student_id = $1",
      [order.id],
    );
    expect(await reconcile(academy)).toMatchObject({ refunded: 1 });
    expect(await statusOf(order)).toBe("refunded");
  });

  it("gets the email at the corrected address, and the link in the wrong mailbox no longer works", async () => {
    const wrong = await refused();
    const correct = async (seenEmail: string, email: string) => {
      const order = { orderId: wrong.orderId, seenEmail, email, reason: "Mistyped" };
      const reply = await staff.call("staff-order", { action: "correct_email", ...order });
      expect(reply).toMatchObject({ status: 200, body: { success: true } });
    };
    const [alsoWrong, right] = [newEmail(), newEmail()];
    await correct(wrong.email, alsoWrong);
    const alsoWrongKey = await keyIn(alsoWrong, REFUSED);
    await correct(alsoWrong, right);
    const key = await keyIn(right, REFUSED);
    for (const each of [wrong.key, alsoWrongKey]) {
      expect((await answer(each)).status).toBe(404);
      expect((await answer(each, { choice: "refund" })).status).toBe(404);
    }
    expect(mailsTo(academy, wrong.email, REFUSED)).toHaveLength(1);

    await afterTwoWeeks(wrong.orderId);
    const PAUSED_MAIL = "Your access to";
    await keyIn(right, PAUSED_MAIL);
    const last = newEmail();
    await correct(right, last);
    expect((await answer(key)).status).toBe(404);
    expect((await answer(await keyIn(last, PAUSED_MAIL))).body).toMatchObject({
      choice: null,
      refusal: { isPaused: true },
    });
    expect(mailsTo(academy, last, REFUSED)).toEqual([]);
  });

  it("pays the difference: once another price is paid, the student price is refunded and access goes on", async () => {
    const order = await refused();
    await proveAddress(academy, order.email);
    expect((await answer(order.key, { choice: "difference" })).body.choice).toBe("difference");
    expect(await reconcile(academy)).toMatchObject({ refunded: 0 });
    expect(await afterTwoWeeks(order.orderId)).toMatchObject({ paused: 1 });
    await buy(academy, professionalPayload(order.email));
    expect(await enrollmentsOf(academy, order.email)).toEqual([{ tier: "professional", status: "active" }]);
    expect(await reconcile(academy)).toMatchObject({ refunded: 1 });
    expect(await statusOf(order)).toBe("refunded");
    expect(await enrollmentsOf(academy, order.email)).toEqual([{ tier: "professional", status: "active" }]);
    await eventually(() =>
      expect(mailsTo(academy, order.email, "Refund")[0]).toContain("You still have access"),
    );
  });

  it("pays the difference although staff have ended the access meanwhile, and is refunded the student price", async () => {
    const order = await refused();
    await proveAddress(academy, order.email);
    await answer(order.key, { choice: "difference" });
    const { data: page } = await staff.client.rpc("staff_order", { p_id: order.orderId });
    expect(page.student_id_refusal).toEqual({ choice: "difference" });
    const body = { orderId: order.orderId, attemptId: crypto.randomUUID(), cause: "terms", note: "" };
    await staff.call("staff-order", { action: "end_access", ...body });
    expect(await reconcile(academy)).toMatchObject({ refunded: 0 });
    await buy(academy, professionalPayload(order.email));
    expect(await reconcile(academy)).toMatchObject({ refunded: 1 });
    expect(await statusOf(order)).toBe("refunded");
    expect(await enrollmentsOf(academy, order.email)).toEqual([{ tier: "professional", status: "active" }]);
  });

  it("may still be refunded or send another ID after choosing to pay the difference", async () => {
    const order = await refused();
    await answer(order.key, { choice: "difference" });
    expect((await answer(order.key, { choice: "refund" })).body.choice).toBe("refund");
    await eventually(async () => expect(await statusOf(order)).toBe("refunded"));
  });

  it("keeps a certificate while access is paused for the ID", async () => {
    const order = await refused();
    await query("insert into private.certificate_statuses (status_index) values (77) on conflict do nothing");
    await query(
      `insert into public.certificates (user_id, course_id, holder_name, credential, status_index)
       select user_id, course_id, 'Ama Tester', 'signed', 77 from public.orders where id = $1`,
      [order.orderId],
    );
    await afterTwoWeeks(order.orderId);
    expect(await enrollmentsOf(academy, order.email)).toEqual(PAUSED);
    expect(await query("select revoked_at from public.certificates where status_index = 77")).toEqual([
      { revoked_at: null },
    ]);
  });
});

it("a file that nobody looked at is deleted 90 days after the upload, and access stays", async () => {
  const order = await buyAsStudent();
  const age = (days: number) =>
    query("update public.student_ids set uploaded_at = now() - make_interval(days => $2) where id = $1", [
      order.id,
      days,
    ]);
  const run = () => academy.call("apply-retention", {}, { apikey: academy.secretKey });
  await age(89);
  await run();
  expect(await isStored(order.path)).toBe(true);
  await age(91);
  await run();
  expect(await isStored(order.path)).toBe(false);
  expect(await enrollmentsOf(academy, order.email)).toEqual(ACTIVE);
  expect(await decide(order.id, "approve")).toMatchObject({ status: 404 });
});

describe("access after a refusal", () => {
  it("is kept until the day to which staff extend it, and the emailed link says so", async () => {
    const order = await refused();
    await afterTwoWeeks(order.orderId);
    expect(await statusOf(order)).toBe("id_refused");
    const day = new Date(Date.now() + 20 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const args = { p_order: order.orderId, p_until: day, p_seen_until: null, p_reason: "Abroad until then" };
    expect(await staff.client.rpc("staff_extend_access", args)).toMatchObject({ data: true, error: null });
    await reconcile(academy);
    expect(await enrollmentsOf(academy, order.email)).toEqual(ACTIVE);
    expect((await answer(order.key)).body).toMatchObject({
      refusal: { until: expect.stringContaining(day) },
    });
    await query(
      "update public.orders set extended_until = extended_until - interval '30 days' where id = $1",
      [order.orderId],
    );
    await afterTwoWeeks(order.orderId);
    await afterTwoWeeks(order.orderId);
    expect(await enrollmentsOf(academy, order.email)).toEqual(PAUSED);
    await eventually(() => expect(mailsTo(academy, order.email, "Your access")).toHaveLength(3));
  });

  it("is not paused by a refusal that staff have settled by giving it again", async () => {
    const order = await refused();
    const attempt = () => ({ orderId: order.orderId, attemptId: crypto.randomUUID() });
    await staff.call("staff-order", { action: "end_access", ...attempt(), cause: "mistake", note: "" });
    await staff.call("staff-order", { action: "restore_access", ...attempt(), reason: "Settled by email" });
    await afterTwoWeeks(order.orderId);
    expect(await statusOf(order)).toBe("paid");
    const [seenEmail, email] = [order.email, newEmail()];
    const correction = { orderId: order.orderId, seenEmail, email, reason: "Mistyped" };
    await staff.call("staff-order", { action: "correct_email", ...correction });
    await eventually(() => expect(mailsTo(academy, email, "").length).toBeGreaterThan(0));
    expect(mailsTo(academy, email, REFUSED)).toEqual([]);
  });

  it("is kept as extended when the plan was cancelled meanwhile, and pauses on that day", async () => {
    const order = await refused({ priceId: "academy_student_installment" });
    await eventually(async () => expect((await planOf(academy, order.sessionId)).schedule_id).toBeTruthy());
    await afterTwoWeeks(order.orderId);
    const { subscription_id: subscription } = await planOf(academy, order.sessionId);
    await academy.stripe.subscriptions.cancel(subscription ?? "");
    await eventually(async () =>
      expect((await planOf(academy, order.sessionId)).plan_ended_at).not.toBeNull(),
    );
    const day = new Date(Date.now() + 20 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const args = { p_order: order.orderId, p_until: day, p_seen_until: null, p_reason: "Abroad until then" };
    expect(await staff.client.rpc("staff_extend_access", args)).toMatchObject({ data: true, error: null });
    await reconcile(academy);
    expect(await enrollmentsOf(academy, order.email)).toEqual(ACTIVE);
    await query("update public.orders set extended_until = now() where id = $1", [order.orderId]);
    await reconcile(academy);
    expect(await statusOf(order)).toBe("paused");
  });
});
