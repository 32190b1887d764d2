import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { type Learner, withBackend } from "../support/backend.ts";

const FORBIDDEN = "42501";
const BROKEN_RULE = "23514";
const SERVICE_TABLES = ["student_ids", "rate_limits", "stripe_events", "mail_queue"] as const;
const backend = withBackend();

/** Creates an order and moves it through these states in order. Returns its id. */
async function order(learner: Learner | null, tier: string, ...states: string[]): Promise<string> {
  const [row] = await backend.query<{ id: string }>(
    `insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name,
       last_name, claim_token_hash, user_id)
     values ($1, 'full', 'price_1', 5000, 1000, 6000, $2, 'Ada', 'Obi', repeat('0', 64), $3) returning id`,
    [tier, learner?.email ?? "guest@mail.example", learner?.id ?? null],
  );
  const id = row?.id ?? "";
  for (const state of states) await setState(id, state);
  return id;
}
const setState = (id: string, state: string) =>
  backend.query(
    `update public.orders set status = $1::text,
       paid_at = case when $1::text = 'paid' then coalesce(paid_at, now()) else paid_at end where id = $2`,
    [state, id],
  );

async function entitled(learner: Learner): Promise<boolean> {
  const [row] = await backend.query<{ entitled: boolean }>("select private.is_entitled($1, $2) as entitled", [
    learner.id,
    COURSE_ID,
  ]);
  return row?.entitled === true;
}

describe("orders", () => {
  it("are readable by their owner, without contact details or secrets", async () => {
    const [ada, stranger] = [await backend.signUp(), await backend.signUp()];
    const id = await order(ada, "student", "paid");
    await order(null, "student", "open");
    const client = await backend.clientFor(ada);
    const own = await client.from("orders").select("id, status, tier, total_pence");
    expect(own.data).toEqual([{ id, status: "paid", tier: "student", total_pence: 6000 }]);
    for (const column of ["email", "claim_token_hash", "checkout_session_id", "payment_intent_id", "*"]) {
      expect((await client.from("orders").select(column)).error?.code, column).toBe(FORBIDDEN);
    }
    expect((await (await backend.clientFor(stranger)).from("orders").select("id")).data).toEqual([]);
    expect((await (await backend.clientFor()).from("orders").select("id")).error?.code).toBe(FORBIDDEN);
  });

  it("show their payments to their owner only, without the provider's ids", async () => {
    const [ada, stranger] = [await backend.signUp(), await backend.signUp()];
    const id = await order(ada, "student", "paid");
    const payment = { order_id: id, number: 1, amount_pence: 6000, due_at: new Date().toISOString() };
    expect((await backend.service().from("order_payments").insert(payment)).error).toBeNull();
    const client = await backend.clientFor(ada);
    const own = await client.from("order_payments").select("order_id, number, amount_pence");
    expect(own.data).toEqual([{ order_id: id, number: 1, amount_pence: 6000 }]);
    for (const column of ["invoice_id", "payment_intent_id", "*"])
      expect((await client.from("order_payments").select(column)).error?.code, column).toBe(FORBIDDEN);
    for (const change of [
      client.from("order_payments").insert(payment),
      client.from("order_payments").update({ paid_at: new Date().toISOString() }).eq("order_id", id),
      client.from("order_payments").delete().eq("order_id", id),
      backend.service().from("order_payments").delete().eq("order_id", id),
    ]) {
      expect((await change).error?.code).toBe(FORBIDDEN);
    }
    const other = await backend.clientFor(stranger);
    expect((await other.from("order_payments").select("id")).data).toEqual([]);
    expect((await (await backend.clientFor()).from("order_payments").select("id")).error?.code).toBe(
      FORBIDDEN,
    );
  });

  it("can be written by the server only, and cannot be deleted by any role", async () => {
    const ada = await backend.signUp();
    const id = await order(ada, "student", "open");
    for (const client of [await backend.clientFor(ada), await backend.clientFor()]) {
      const changed = await client.from("orders").update({ status: "paid" }).eq("id", id);
      expect(changed.error?.code).toBe(FORBIDDEN);
      expect((await client.from("orders").insert({ tier: "student" })).error?.code).toBe(FORBIDDEN);
      expect((await client.from("orders").delete().eq("id", id)).error?.code).toBe(FORBIDDEN);
    }
    expect((await backend.service().from("orders").delete().eq("id", id)).error?.code).toBe(FORBIDDEN);
    expect(await entitled(ada)).toBe(false);
  });

  it("change status only as the transition table allows", async () => {
    const id = await order(null, "student", "open", "expired", "paid", "disputed", "paid", "refunded");
    for (const state of ["paid", "open", "created", "disputed"]) {
      await expect(setState(id, state)).rejects.toMatchObject({ code: BROKEN_RULE });
    }
    await expect(setState(id, "stolen")).rejects.toMatchObject({ code: BROKEN_RULE });
  });

  it("must start as created, with amounts that add up", async () => {
    const insert = (values: string) =>
      backend.query(
        `insert into public.orders (tier, plan, price_id, email, first_name, last_name, claim_token_hash,
           subtotal_pence, discount_pence, vat_pence, total_pence, status)
         values ('ngo', 'full', 'p', 'a@b.c', 'A', 'B', repeat('0', 64), ${values})`,
      );
    await expect(insert("50000, 0, 10000, 60000, 'paid'")).rejects.toMatchObject({ code: BROKEN_RULE });
    await expect(insert("50000, 0, 10000, 50000, 'created'")).rejects.toMatchObject({ code: BROKEN_RULE });
    await expect(insert("50000, 60000, 0, -10000, 'created'")).rejects.toMatchObject({ code: BROKEN_RULE });
    await insert("50000, 10000, 8000, 48000, 'created'");
  });
});

describe("enrolments (S-047, S-082)", () => {
  it("are readable by their owner only, while they give access", async () => {
    const [ada, stranger] = [await backend.signUp(), await backend.signUp()];
    await backend.enrol(ada);
    const read = async (learner?: Learner) =>
      (await backend.clientFor(learner))
        .from("course_enrollments")
        .select("id")
        .eq("user_id", ada.id)
        .limit(1);
    expect((await read(ada)).data).toEqual([{ id: expect.any(String) }]);
    expect((await read(stranger)).data).toEqual([]);
    expect((await read()).error?.code).toBe(FORBIDDEN);

    await backend.refund(ada);
    expect((await read(ada)).data).toEqual([]);
  });

  it("show every learner one row of enrollment_status, with status and reason, and show visitors none", async () => {
    const [ada, bob, stranger] = [await backend.signUp(), await backend.signUp(), await backend.signUp()];
    await backend.enrol(ada);
    await backend.refund(ada);
    await backend.enrol(bob);
    const read = async (learner?: Learner) =>
      (await backend.clientFor(learner)).from("enrollment_status").select("user_id, tier, status, reason");
    const student = { tier: "student" };
    expect((await read(ada)).data).toEqual([
      { user_id: ada.id, ...student, status: "revoked", reason: "refunded" },
    ]);
    expect((await read(bob)).data).toEqual([
      { user_id: bob.id, ...student, status: "active", reason: "paid" },
    ]);
    expect((await read(stranger)).data).toEqual([
      { user_id: stranger.id, tier: null, status: "none", reason: "none" },
    ]);
    expect((await read()).error?.code).toBe(FORBIDDEN);
  });

  it("show in enrollment_status when the account was created and when access began", async () => {
    const [ada, stranger] = [await backend.signUp(), await backend.signUp()];
    const read = async (learner: Learner) => {
      const client = await backend.clientFor(learner);
      const { data } = await client
        .from("enrollment_status")
        .select("registered_at, enrolled_at, answered_at");
      const [row] = data ?? [];
      return Object.fromEntries(Object.entries(row ?? {}).map(([name, at]) => [name, at && Date.parse(at)]));
    };
    expect(await read(stranger)).toMatchObject({ enrolled_at: null });

    await backend.enrol(ada);
    const before = await read(ada);
    expect(before.registered_at).toBeLessThanOrEqual(before.enrolled_at);
    expect(before.enrolled_at).toBeLessThanOrEqual(before.answered_at);
    await backend.refund(ada);
    await backend.enrol(ada);
    expect(await read(ada)).toMatchObject({ enrolled_at: before.enrolled_at });
  });

  it("cannot be written directly by any role, including the service role", async () => {
    const ada = await backend.signUp();
    const row = { user_id: ada.id, course_id: COURSE_ID, tier: "student", status: "active", reason: "paid" };
    for (const client of [await backend.clientFor(ada), await backend.clientFor(), backend.service()]) {
      const table = () => client.from("course_enrollments");
      expect((await table().insert(row)).error?.code).toBe(FORBIDDEN);
      expect((await table().update({ status: "active" }).eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
      expect((await table().delete().eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
    }
  });

  it("are derived from all of the learner's orders: the best status wins, then the highest tier", async () => {
    const ada = await backend.signUp();
    const current = () =>
      backend.query("select tier, status, reason from public.course_enrollments where user_id = $1", [
        ada.id,
      ]);
    await order(ada, "student", "open");
    expect(await current()).toEqual([]);
    const student = await order(ada, "student", "paid");
    const professional = await order(ada, "professional", "paid");
    expect(await current()).toEqual([{ tier: "professional", status: "active", reason: "paid" }]);
    await setState(professional, "refunded");
    expect(await current()).toEqual([{ tier: "student", status: "active", reason: "paid" }]);
    await setState(student, "disputed");
    expect(await entitled(ada)).toBe(true);
    await setState(student, "revoked");
    expect(await current()).toEqual([{ tier: "professional", status: "revoked", reason: "refunded" }]);
    await order(ada, "ngo", "paid");
    expect(await current()).toEqual([{ tier: "ngo", status: "active", reason: "paid" }]);
  });

  it("move with an order that is transferred to another account", async () => {
    const [wrong, right] = [await backend.signUp(), await backend.signUp()];
    const id = await order(wrong, "student", "paid");
    await backend.query("update public.orders set user_id = $1 where id = $2", [right.id, id]);
    expect([await entitled(wrong), await entitled(right)]).toEqual([false, true]);
  });

  it("still count for the time before they ended", async () => {
    const ada = await backend.signUp();
    await backend.enrol(ada);
    await backend.refund(ada);
    const [row] = await backend.query(
      `select private.was_entitled_at($1, $2, now() - interval '1 hour') as before,
         private.was_entitled_at($1, $2, now() + interval '1 hour') as after`,
      [ada.id, COURSE_ID],
    );
    expect(row).toEqual({ before: true, after: false });
  });

  it("are deleted with the account, while the order remains as a record of the sale", async () => {
    const ada = await backend.signUp();
    const id = await order(ada, "student", "paid");
    await backend.query("delete from auth.users where id = $1", [ada.id]);
    expect(
      await backend.query("select 1 from public.course_enrollments where user_id = $1", [ada.id]),
    ).toEqual([]);
    expect(await backend.query("select user_id, status from public.orders where id = $1", [id])).toEqual([
      { user_id: null, status: "paid" },
    ]);
  });
});

describe("the server's own tables (student_ids, rate_limits, stripe_events, mail_queue)", () => {
  it("are inaccessible to learners and visitors", async () => {
    const ada = await backend.signUp();
    for (const client of [await backend.clientFor(ada), await backend.clientFor()]) {
      for (const table of SERVICE_TABLES) {
        // `never`: the client's type for a row allows one shape, and these tables have two.
        const row = (table === "rate_limits" ? { key: "x" } : { id: randomUUID() }) as never;
        expect((await client.from(table).select()).error?.code, table).toBe(FORBIDDEN);
        expect((await client.from(table).insert(row)).error?.code, table).toBe(FORBIDDEN);
        expect((await client.from(table).update(row).match(row)).error?.code, table).toBe(FORBIDDEN);
        expect((await client.from(table).delete().match(row)).error?.code, table).toBe(FORBIDDEN);
      }
    }
  });

  it("have functions that learners and visitors cannot call, so no one can grant themselves the course", async () => {
    const ada = await backend.signUp();
    const id = await order(ada, "student", "open");
    const grant = { p_order: id, p_session: "cs_1", p_user: ada.id, p_payment_intent: null };
    for (const client of [await backend.clientFor(ada), await backend.clientFor()]) {
      expect((await client.rpc("record_order_payment", grant)).error?.code).toBe(FORBIDDEN);
      expect((await client.rpc("claim_mail", { p_lease_seconds: 1 })).error?.code).toBe(FORBIDDEN);
    }
    expect(await entitled(ada)).toBe(false);
    expect((await backend.service().rpc("record_order_payment", grant)).data).toBe(true);
    expect((await backend.service().rpc("record_order_payment", grant)).data).toBe(false);
    expect(await entitled(ada)).toBe(true);
  });
});
