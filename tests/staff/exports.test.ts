import { beforeAll, describe, expect, it } from "vitest";
import { withBackend } from "../support/server/backend.ts";
import { type Member, recordOf, signUpMember } from "./people.ts";

const backend = withBackend();
let staff: Member;
beforeAll(async () => {
  await backend.query(
    `insert into public.orders (created_at, tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email,
       first_name, last_name, claim_token_hash)
     select timestamptz '2026-03-10 12:00Z' + make_interval(hours => n), 'student', 'full', 'price_1', 5000, 1000, 6000,
       'seed' || n || '@example.org', 'Seed', 'Buyer', repeat('0', 64)
     from generate_series(0, 99) as n`,
  );
  staff = await signUpMember(backend, "staff");
});

const save = (list: "orders" | "log", search: string, from: string, to: string, filter = "") =>
  staff.client.rpc(`staff_export_${list}`, { p_search: search, p_filter: filter, p_from: from, p_to: to });

describe("orders saved as a file", () => {
  it("are those of the list, from the first to the last day in UTC, and the export is recorded without the search", async () => {
    const { data } = await save("orders", "seed", "2026-03-11", "2026-03-12", "unpaid");
    expect(data.is_complete).toBe(true);
    const times = data.rows.map(({ created_at: at }: { created_at: string }) => new Date(at).toISOString());
    expect(times).toHaveLength(48);
    expect(times[0]).toBe("2026-03-12T23:00:00.000Z");
    expect(times.at(-1)).toBe("2026-03-11T00:00:00.000Z");
    expect((await recordOf(backend, "orders")).at(-1)).toMatchObject({
      actor_id: staff.id,
      action: "list_exported",
      details: { rows: 48, from: "2026-03-11", to: "2026-03-12", filter: "unpaid", was_searched: true },
    });
    expect(JSON.stringify(await recordOf(backend, "orders"))).not.toContain("seed");
    expect((await save("orders", "", "2026-03-11", "2026-03-12", "paid")).data.rows).toEqual([]);
    expect((await save("orders", "nobody@", "2026-03-11", "2026-03-12")).data.rows).toEqual([]);
  });

  it("need a period that does not end before it begins", async () => {
    const { error } = await save("orders", "", "2026-03-12", "2026-03-11");
    expect(error?.message).toMatch(/period/);
  });

  it("are the newest 10,000 at most, and the reply says that there are more", async () => {
    await backend.query(
      `insert into public.orders (created_at, tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email,
         first_name, last_name, claim_token_hash)
       select timestamptz '2026-01-02 12:00Z' + make_interval(secs => n), 'student', 'full', 'price_1', 5000, 1000, 6000,
         'many' || n || '@example.org', 'Seed', 'Buyer', repeat('0', 64)
       from generate_series(0, 10000) as n`,
    );
    const { data } = await save("orders", "", "2026-01-01", "2026-01-31");
    expect(data.rows).toHaveLength(10_000);
    expect(data.is_complete).toBe(false);
    expect(data.rows[0].email).toBe("many10000@example.org");
  });
});

it("the record of actions is saved in the same way, with its own export in the next one", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const first = await save("log", "", today, today);
  expect(first.error).toBeNull();
  const { data } = await save("log", "record", today, today, "list");
  expect(data.rows).toMatchObject([{ action: "list_exported", subject_id: "record", actor: staff.email }]);
  expect((await save("log", "", "2020-01-01", "2020-12-31")).data).toEqual({ rows: [], is_complete: true });
});
