import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, it } from "vitest";
import { ACTIONS } from "../../src/features/staff/frame/actionWords.ts";
import { withBackend } from "../support/server/backend.ts";
import { type Member, signUpMember } from "./people.ts";

const backend = withBackend();
let staff: Member;
let colleague: Member;
let client: SupabaseClient;
beforeAll(async () => {
  staff = await signUpMember(backend, "staff");
  colleague = await signUpMember(backend, "staff");
  client = staff.client;
});

type Row = { id: string; action: string; subject_id: string; about: string | null; actor: string };

async function log(search: string, filter = ""): Promise<{ rows: Row[] }> {
  const args = { p_search: search, p_filter: filter, p_before: null, p_limit: 100 };
  const { data, error } = await client.rpc("staff_log", args);
  if (error) throw error;
  return data;
}
const act = (actor: string | null, kind: string, id: string, action = "tested") =>
  backend.query("select private.record_staff_action($1, $2, $3, $4, 'why', '{}')", [actor, action, kind, id]);

async function order(email: string): Promise<string> {
  const [made] = await backend.query<{ id: string }>(
    `insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name,
       last_name, claim_token_hash)
     values ('student', 'full', 'price_1', 5000, 1000, 6000, $1, 'Ada', 'Obi', repeat('0', 64)) returning id`,
    [email],
  );
  return made?.id ?? "";
}

describe("the record of actions", () => {
  it("is found by the address of who acted, of whom it was about, and by the id of a subject", async () => {
    const learner = await backend.signUp();
    const email = `buyer.${randomUUID()}@mail.example`;
    const [theirs, account] = [await order(email), learner.id];
    await act(colleague.id, "order", theirs);
    await act(staff.id, "learner", account);
    const ids = async (search: string, filter = "") =>
      (await log(search, filter)).rows.map(({ subject_id }) => subject_id);
    expect(await ids(colleague.email.toUpperCase())).toEqual([theirs]);
    expect(await ids(email)).toEqual([theirs]);
    expect(await ids(learner.email)).toEqual([account]);
    expect(await ids(theirs)).toEqual([theirs]);
    expect(await ids(theirs, "certificate")).toEqual([]);
    expect(await ids("' or true --")).toEqual([]);
    expect((await log(theirs)).rows[0]).toMatchObject({ about: "Ada Obi", actor: colleague.email });
    expect((await log(account)).rows[0]).toMatchObject({ about: learner.email });
  });

  it("survives subjects that are gone or have no id of the usual form", async () => {
    await act(null, "order", randomUUID());
    await act(null, "settings", "7");
    expect((await log("7")).rows).toMatchObject([{ about: null, actor: "" }]);
  });
});

it("the console has words for every action that a function of the database records, and for no other", async () => {
  const functions = await backend.query<{ source: string }>(
    "select prosrc as source from pg_proc where prosrc like '%record_staff_action(%'",
  );
  // The second argument of each call: a code, or an expression with the codes it chooses from or begins with.
  const found = functions.flatMap(({ source }) =>
    [...source.matchAll(/record_staff_action\(\s*[\w.]+,\s*([^,]+),/g)].flatMap(([, argument = ""]) =>
      [...argument.replaceAll(/when '[^']*'/g, "").matchAll(/'([a-z_]+)'/g)].map(([, code = ""]) => code),
    ),
  );
  const known = Object.keys(ACTIONS);
  const recorded = found.flatMap((code) =>
    code.endsWith("_") ? known.filter((each) => each.startsWith(code)) : [code],
  );
  expect(found.length).toBeGreaterThan(10);
  expect([...new Set(recorded)].sort()).toEqual(known.toSorted());
});
