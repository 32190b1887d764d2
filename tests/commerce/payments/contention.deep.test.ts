import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RealPostgres, startRealPostgres } from "../../support/server/realPostgres.ts";

const CLIENTS = 20;
const START_LIMIT_MS = 240_000;
const TOTAL_PENCE = 6000;

/** Needs a real Postgres: the embedded one has a single connection, so nothing runs concurrently. */
describe.runIf(process.env.ACADEMY_DEEP === "1")("many concurrent database clients", () => {
  let postgres: RealPostgres;
  let admin: Client;
  const clients: Client[] = [];

  beforeAll(async () => {
    postgres = await startRealPostgres();
    admin = await postgres.connect();
    for (let count = 0; count < CLIENTS; count++) {
      const client = await postgres.connect();
      await client.query("set role service_role");
      clients.push(client);
    }
  }, START_LIMIT_MS);
  afterAll(() => postgres?.stop());

  async function newAccount(email: string, madeFor: string | null = null): Promise<string> {
    const id = randomUUID();
    await admin.query("insert into auth.users (id, email, raw_app_meta_data) values ($1, $2, $3)", [
      id,
      email,
      JSON.stringify(madeFor ? { made_for_order: madeFor } : {}),
    ]);
    return id;
  }

  async function newOrder(email: string, tier = "student"): Promise<string> {
    const { rows } = await admin.query<{ id: string }>(
      `insert into orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name, last_name,
         claim_token_hash)
       values ($2, 'full', 'price_x', 5000, 1000, $3, $1, 'Ada', 'Obi', repeat('0', 64)) returning id`,
      [email, tier, TOTAL_PENCE],
    );
    const id = rows[0]?.id ?? "";
    await admin.query("update orders set status = 'open', checkout_session_id = 'cs_' || id where id = $1", [
      id,
    ]);
    return id;
  }

  const pay = (client: Client, order: string, user: string) =>
    client.query<{ result: boolean }>("select record_order_payment($1, $2, $3, $4, null) as result", [
      order,
      `cs_${order}`,
      user,
      `pi_${order}`,
    ]);

  async function paidOrder(email: string, tier = "student") {
    const order = await newOrder(email, tier);
    const user = await newAccount(email, order);
    await pay(admin, order, user);
    return { order, user };
  }

  /** The result for each client. All requests are sent before any response arrives. */
  async function all<T>(
    ask: (client: Client, index: number) => Promise<{ rows: { result: T }[] }>,
  ): Promise<T[]> {
    const replies = await Promise.all(clients.map(ask));
    return replies.flatMap(({ rows }) => rows.map((row) => row.result));
  }

  async function mailsOf(order: string): Promise<{ kind: string; data: Record<string, number> }[]> {
    const { rows } = await admin.query(
      "select kind, data from mail_queue where order_id = $1 order by kind",
      [order],
    );
    return rows;
  }

  async function field(order: string, column: string): Promise<unknown> {
    const { rows } = await admin.query("select to_jsonb(orders) -> $2 as value from orders where id = $1", [
      order,
      column,
    ]);
    return rows[0]?.value;
  }

  it("record a payment once, with one receipt and one credentials email", async () => {
    const order = await newOrder("one@mail.example");
    const user = await newAccount("one@mail.example", order);
    const results = await all((client) => pay(client, order, user));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect((await mailsOf(order)).map((each) => each.kind)).toEqual(["credentials", "receipt"]);
    const { rows } = await admin.query(
      "select number, amount_pence from order_payments where order_id = $1",
      [order],
    );
    expect(rows).toEqual([{ number: 1, amount_pence: TOTAL_PENCE }]);
  });

  it("record refund totals in any order and keep the greatest, and the emails report each penny once", async () => {
    const { order } = await paidOrder("two@mail.example");
    await all((client, index) =>
      client.query("select record_refund($1, $2) as result", [
        `pi_${order}`,
        ((index * 7) % CLIENTS) * 300 + 300,
      ]),
    );
    expect(await field(order, "status")).toBe("refunded");
    const pence = (await mailsOf(order))
      .filter((each) => each.kind === "refund")
      .map((each) => each.data.now_pence ?? 0);
    expect(pence.reduce((sum, each) => sum + each, 0)).toBe(TOTAL_PENCE);
  });

  it("record a refund and a dispute of one payment without a deadlock", async () => {
    const { order } = await paidOrder("three@mail.example");
    await all((client, index) =>
      index % 2 === 0
        ? client.query("select record_refund($1, $2) as result", [`pi_${order}`, TOTAL_PENCE])
        : client.query("select record_dispute($1, 'du_3', $2) as result", [
            `pi_${order}`,
            index % 4 === 1 ? "open" : "won",
          ]),
    );
    expect(await field(order, "status")).toBe("refunded");
  });

  it("mark every order but the first for a refund when one person pays for the same tier several times", async () => {
    const email = "four@mail.example";
    const orders: string[] = [];
    for (let count = 0; count < CLIENTS; count++) orders.push(await newOrder(email));
    const user = await newAccount(email, orders[0]);
    await all((client, index) => pay(client, orders[index] ?? "", user));
    const seconds: unknown[] = [];
    for (const order of orders) seconds.push(await field(order, "second_purchase_of"));
    expect(seconds.filter((each) => each === null)).toHaveLength(1);
  });

  it("keep exactly one later order when the first is refunded at the same time", async () => {
    const email = "nine@mail.example";
    const { order: first, user } = await paidOrder(email);
    const orders: string[] = [];
    for (let count = 0; count < CLIENTS; count++) orders.push(await newOrder(email));
    await all<unknown>((client, index) =>
      index % 4 === 0
        ? client.query("select record_refund($1, $2) as result", [`pi_${first}`, TOTAL_PENCE])
        : pay(client, orders[index] ?? "", user),
    );
    expect(await field(first, "status")).toBe("refunded");
    // Several clients claim concurrently, and each purchase is claimed once. The claims include other tests' purchases.
    const claims: { id: string; payments: unknown[] }[] = [];
    for (let round = 0; round < 3; round++) {
      const claimed = await all<(typeof claims)[number] | null>((client) =>
        client.query("select claim_second_purchase() as result"),
      );
      claims.push(...claimed.filter((each) => each !== null));
    }
    expect(new Set(claims.map((each) => each.id)).size).toBe(claims.length);
    const paid = orders.filter((_, index) => index % 4 !== 0);
    const givenBack = claims.filter((each) => paid.includes(each.id) && each.payments.length > 0);
    expect(givenBack).toHaveLength(paid.length - 1);
  });

  it("correct an order's email address only once", async () => {
    const { order, user } = await paidOrder("five@mail.example");
    const others: string[] = [];
    for (const index of clients.keys()) others.push(await newAccount(`five${index}@mail.example`, order));
    const results = await all<{ is_corrected: boolean; unused_accounts: string[] }>((client, index) =>
      client.query("select correct_order_email($1, $2, $3) as result", [
        order,
        `five${index}@mail.example`,
        others[index],
      ]),
    );
    expect(results.filter((each) => each.is_corrected)).toHaveLength(1);
    const owner = await field(order, "user_id");
    expect(others).toContain(owner);
    for (const each of results) expect(each.unused_accounts).not.toContain(owner);
    expect(results.every((each) => each.unused_accounts.includes(user))).toBe(true);
  });

  it("resend credentials only once", async () => {
    const { order } = await paidOrder("six@mail.example");
    const results = await all((client) => client.query("select resend_credentials($1) as result", [order]));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  it("queue a reminder only once", async () => {
    const order = await newOrder("seven@mail.example");
    const buyer = await newAccount("seven@mail.example", order);
    await admin.query("update auth.users set last_sign_in_at = now() where id = $1", [buyer]);
    await admin.query(
      `update orders set created_at = now() - interval '25 hours', reminder_consent_at = now(), user_id = $2,
         made_signed_in = true where id = $1`,
      [order, buyer],
    );
    const results = await all<number>((client) => client.query("select queue_reminders(50) as result"));
    expect(results.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect((await mailsOf(order)).map((each) => each.kind)).toEqual(["reminder"]);
  });

  it("send only one acknowledgement to a mailbox", async () => {
    await all((client, index) =>
      client.query(
        "select record_contact_message(gen_random_uuid(), 'Ada', $1, 'A question', 'Words', 'us@mail.example') as result",
        [`nine+${index}@mail.example`],
      ),
    );
    const { rows } = await admin.query("select kind from mail_queue where contact_message_id is not null");
    const count = (kind: string) => rows.filter((each) => each.kind === kind).length;
    expect([count("contact_message"), count("contact_acknowledgement")]).toEqual([CLIENTS, 1]);
  });

  it("use a student ID for only one order", async () => {
    await admin.query(
      `insert into student_ids (ref_hash, path, content_type, bytes, university)
       values (repeat('a', 64), 'x', 'image/png', 1, 'University of Example')`,
    );
    const order = {
      course_id: "ai-fluency-30-days",
      tier: "student",
      plan: "full",
      price_id: "price_x",
      subtotal_pence: 5000,
      discount_pence: 0,
      vat_pence: 1000,
      total_pence: TOTAL_PENCE,
      email: "eight@mail.example",
      first_name: "Ada",
      last_name: "Obi",
      phone: "",
      country: "",
      organization: "",
      claim_token_hash: "0".repeat(64),
    };
    const results = await all<{ outcome: string }>((client) =>
      client.query("select create_order($1, repeat('a', 64)) as result", [order]),
    );
    expect(results.filter((each) => each.outcome === "created")).toHaveLength(1);
  });
});
