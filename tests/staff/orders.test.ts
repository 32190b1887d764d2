import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, it } from "vitest";
import { orderNumber } from "../../src/domain/ids.ts";
import { ORDER_STATUSES } from "../../src/features/staff/orders/orderSchemas.ts";
import { withBackend } from "../support/server/backend.ts";
import { signUpMember } from "./people.ts";

const backend = withBackend();
let staff: SupabaseClient;

async function emails(search: string, filter = ""): Promise<string[]> {
  const args = { p_search: search, p_filter: filter, p_before: null, p_limit: 20 };
  const { data, error } = await staff.rpc("staff_orders", args);
  if (error) throw error;
  return data.rows.map((each: { email: string }) => each.email);
}

async function order(email: string, first = "Ada", last = "Obi"): Promise<string> {
  const [made] = await backend.query<{ id: string }>(
    `insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name,
       last_name, claim_token_hash)
     values ('student', 'full', 'price_1', 5000, 1000, 6000, $1, $2, $3, repeat('0', 64)) returning id`,
    [email, first, last],
  );
  return made?.id ?? "";
}

async function pay(id: string): Promise<void> {
  await backend.query(
    "update public.orders set status = 'paid', paid_at = now(), checkout_session_id = 'cs_' || id, payment_intent_id = 'pi_' || id where id = $1::uuid",
    [id],
  );
  await backend.query(
    `insert into public.order_payments (order_id, number, payment_intent_id, amount_pence, due_at, paid_at)
     values ($1::uuid, 1, 'pi_' || ($1::uuid)::text, 6000, now(), now())`,
    [id],
  );
}

beforeAll(async () => {
  staff = (await signUpMember(backend, "staff")).client;
});

describe("the list of orders", () => {
  it("finds an order by the start of its address or name in any spelling, by its number and by any of its whole ids (S-158)", async () => {
    const id = await order("Zoe.Alund@mail.example", "Zoë", "Ålund");
    await pay(id);
    const ids = [id, orderNumber(id), `cs_${id}`, `pi_${id}`];
    for (const search of ["zoe.alu", "ZOE.ALUND@", " a\u030aLU", " åLU", "zoë å", ...ids])
      expect(await emails(search), search).toEqual(["Zoe.Alund@mail.example"]);
    for (const search of [
      "lund",
      "%",
      "_",
      "zoe.alund@mail.example2",
      `pi_${id.slice(0, 8)}`,
      "' or true --",
    ])
      expect(await emails(search), search).toEqual([]);
  });

  it("shows the orders of a state, refunded ones also when only a part was refunded", async () => {
    const [part, whole, late] = [
      await order("state1@s.example"),
      await order("state2@s.example"),
      await order("state3@s.example"),
    ];
    for (const id of [part, whole, late]) await pay(id);
    await backend.query("select public.record_refund('pi_' || $1::text, 1000)", [part]);
    await backend.query("select public.record_refund('pi_' || $1::text, 6000)", [whole]);
    await backend.query("update public.orders set status = 'disputed' where id = $1", [late]);
    expect(await emails("state", "refunded")).toEqual(["state2@s.example", "state1@s.example"]);
    expect(await emails("state", "paid")).toEqual(["state1@s.example"]);
    expect(await emails("state", "attention")).toEqual(["state3@s.example"]);
    expect(await emails("state", "unpaid")).toEqual([]);
  });
});

describe("the page of an order", () => {
  it("has the amounts, the payments and one timeline, and nothing that only the buyer may know", async () => {
    const id = await order("page@mail.example");
    await pay(id);
    await backend.query(
      `insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
       values ('claim', 'claim:' || ($1::uuid)::text, 'page@mail.example', $1::uuid, '{"secret": "only for the buyer"}')`,
      [id],
    );
    await backend.query("select public.record_refund('pi_' || $1::text, 1000)", [id]);
    await backend.query("select private.record_staff_action(null, 'tested', 'order', $1, 'why', '{}')", [id]);
    const { data, error } = await staff.rpc("staff_order", { p_id: id });
    expect(error).toBeNull();
    expect(data).toMatchObject({
      order: { id, email: "page@mail.example", status: "paid" },
      money: { paid_pence: 6000, refunded_pence: 1000, refundable_pence: 5000 },
      payments: [{ number: 1, amount_pence: 6000, refunded_pence: 1000 }],
      account: null,
      access: null,
      unfinished_refund: null,
      refusals: { resend: null, correction: null, refund: null },
    });
    const kinds = data.timeline.map((each: { kind: string }) => each.kind);
    expect(kinds.toSorted()).toEqual(
      ["enrolled", "mail", "mail", "ordered", "payment_made", "refund_reported", "staff"].toSorted(),
    );
    expect(kinds.at(-1)).toBe("ordered");
    expect(JSON.stringify(data)).not.toMatch(/only for the buyer|claim_token/);
  });

  it("is empty for an id that no order has", async () => {
    expect(await staff.rpc("staff_order", { p_id: crypto.randomUUID() })).toMatchObject({
      data: null,
      error: null,
    });
  });
});

it("the console knows every state that an order can have", async () => {
  const rows = await backend.query<{ status: string }>(
    "select from_status as status from private.order_transitions union select to_status from private.order_transitions",
  );
  expect(rows.map(({ status }) => status).sort()).toEqual([...ORDER_STATUSES].sort());
});
