import { describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { type Learner, withBackend } from "../support/server/backend.ts";

const BROKEN_RULE = "23514";
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
  it("show every learner one row of enrollment_status, with status and reason", async () => {
    const [ada, bob, stranger] = [await backend.signUp(), await backend.signUp(), await backend.signUp()];
    await backend.enrol(ada);
    await backend.refund(ada);
    await backend.enrol(bob);
    const read = async (learner: Learner) =>
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

const KEY = "z6MkTest";

async function issueTo(learner: Learner, holderName: string): Promise<string> {
  const service = backend.service();
  const mine = { p_user: learner.id, p_course: COURSE_ID, p_name: holderName };
  const prepared = (await service.rpc("prepare_certificate", mine)).data;
  expect(prepared).toMatchObject({ outcome: "ready", holder_name: holderName });
  const kept = await service.rpc("issue_certificate", {
    ...mine,
    p_id: prepared.id,
    p_issued_at: new Date().toISOString(),
    p_credential: "signed",
    p_public_key: KEY,
  });
  expect(kept.data).toMatchObject({ outcome: "issued", certificate: { holder_name: holderName } });
  return prepared.id;
}

async function finished(): Promise<Learner> {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  await backend.query(
    `insert into public.course_progress (user_id, course_id, module_id, lesson_id, completed)
     select $1, $2, (array[1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4])[number]::text, number::text, true
     from generate_series(1, 11) as number`,
    [learner.id, COURSE_ID],
  );
  return learner;
}

describe("certificates", () => {
  it("are issued by the server and readable by their owner, even when revoked", async () => {
    const ada = await finished();
    await issueTo(ada, "Ada Obi");
    await issueTo(ada, "Ada Ọbi");
    const own = (await backend.clientFor(ada)).from("certificates").select("holder_name, revoked_reason");
    expect((await own.order("issued_at")).data).toEqual([
      { holder_name: "Ada Obi", revoked_reason: "name_corrected" },
      { holder_name: "Ada Ọbi", revoked_reason: null },
    ]);
  });

  it("are limited to one valid certificate per learner and course", async () => {
    const ada = await finished();
    await issueTo(ada, "Ada Obi");
    const second = backend.query(
      `with place as (insert into private.certificate_statuses values (7) returning status_index)
       insert into public.certificates (user_id, course_id, holder_name, credential, status_index)
       select $1, $2, 'Ada', 'signed', status_index from place`,
      [ada.id, COURSE_ID],
    );
    await expect(second).rejects.toThrow("certificates_one_valid");
  });

  it("cannot become valid again once they have been revoked", async () => {
    const ada = await finished();
    const id = await issueTo(ada, "Ada Obi");
    await backend.refund(ada);
    const undo = "update public.certificates set revoked_at = null, revoked_reason = null where id = $1";
    await expect(backend.query(undo, [id])).rejects.toThrow("a revoked certificate stays revoked");
  });
});
