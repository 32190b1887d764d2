import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { type Member, signUpMember } from "../staff/people.ts";
import { capstoneRow, fieldRow, noteRow, outcomes } from "../support/sentRows.ts";
import { withBackend } from "../support/server/backend.ts";
import { FUZZ_TIMEOUT_MS, fuzz } from "./fuzz.ts";
import { nearlyJson, oddText, oddValue } from "./oddInputs.ts";

const backend = withBackend();
/** In everything that the learner has not handed in. */
const PRIVATE = "Nobody else may read this";

type Arg = [name: string, type: string];
/** Functions that are stable cannot change anything: Postgres refuses it. */
type StaffFunction = { name: string; args: Arg[]; is_stable: boolean };
let functions: StaffFunction[];
let members: Record<"staff" | "reviewer", Member & { token: string }>;
/** Names of functions, and an id that they accept. */
let ids: [RegExp, string][];

beforeAll(async () => {
  const [staff, reviewer] = [await signUpMember(backend, "staff"), await signUpMember(backend, "reviewer")];
  const tokenOf = async ({ client }: Member) =>
    (await client.auth.getSession()).data.session?.access_token ?? "";
  members = {
    staff: { ...staff, token: await tokenOf(staff) },
    reviewer: { ...reviewer, token: await tokenOf(reviewer) },
  };
  ids = await startWorld();
  // Only an account with a proven address can be given a team.
  await backend.query(
    "insert into private.proven_addresses (user_id, email_key) values ($1, private.email_key($2))",
    [staff.id, staff.email],
  );
  functions = await backend.query<StaffFunction>(
    `select proname as name, provolatile = 's' as is_stable, (
       select coalesce(jsonb_agg(jsonb_build_array(proargnames[place], format_type(type, null))), '[]')
       from unnest(proargtypes) with ordinality as each (type, place)) as args
     from pg_proc where pronamespace = 'public'::regnamespace
       and (proname like 'staff\\_%' or proname = 'review_capstone')
       and has_function_privilege('authenticated', oid, 'execute')
     -- The review of the capstone comes last: after it nothing can be done about the capstone.
     order by proname desc`,
  );
});

/** A learner with an order, a student ID, a certificate and a capstone, an unpaid team with a place, and three messages. */
async function startWorld(): Promise<[RegExp, string][]> {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  await backend.query("update public.course_enrollments set tier = 'ngo'");
  const capstone = capstoneRow();
  const rows = [fieldRow("l03-prompt", PRIVATE), noteRow("3", PRIVATE), capstone];
  expect(await outcomes(await backend.clientFor(learner), rows)).toEqual(["ok", "ok", "ok"]);
  const made = await backend.query<{ kind: string; id: string }>(
    `with sold as (select id from public.orders), paid as (
       insert into public.order_payments (order_id, number, payment_intent_id, amount_pence, due_at, paid_at)
       select id, 1, 'pi_1', 6000, now(), now() from sold
     ), file as (
       insert into public.student_ids (ref_hash, path, content_type, bytes, university, order_id)
       select repeat('0', 64), 'card', 'image/png', 10, 'Leeds', id from sold returning id
     ), place as (
       insert into private.certificate_statuses (status_index) values (1) returning status_index
     ), certificate as (
       insert into public.certificates (user_id, course_id, holder_name, credential, status_index)
       select $1, $2, 'Ada Obi', $3, status_index from place returning id
     ), removal as (
       insert into private.factor_removals (id, user_id, requested_by) values (gen_random_uuid(), $1, $1) returning id
     ), team as (
       insert into public.teams (name, tier, owner_id) values ('Example team', 'ngo', $4) returning id
     ), seat as (
       insert into public.team_seats (team_id, email, user_id, claimed_at)
       select id, 'ada@mail.example', $5, now() from team returning id
     ), places as (
       insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name, last_name,
         claim_token_hash, seats, team_id)
       select 'ngo', 'full', 'price_1', 10000, 2000, 12000, 'ada@mail.example', 'Ada', 'Obi', repeat('0', 64), 2, id
       from team returning id
     ), invoice as (
       insert into public.order_invoices (order_id, days_until_due, billing, status, sent_at, due_at)
       select id, 14, '{}', 'open', now(), now() from places
     ), message as (
       insert into public.contact_messages (name, email, subject, message)
       select 'Ada', 'ada@mail.example', 'Hello', 'A question' from generate_series(1, 3) returning id
     )
     select 'order' as kind, id from sold union all select 'student_id', id from file
     union all select 'certificate', id from certificate union all select 'removal', id from removal
     union all select 'message', id from message
     union all select 'team', id from team union all select 'seat', id from seat`,
    [learner.id, COURSE_ID, PRIVATE, members.staff.id, members.reviewer.id],
  );
  await backend.query("update public.orders set status = 'invoiced' where team_id is not null");
  return [
    [/learner/, learner.id],
    [/capstone|opinion/, capstone.key],
    ...made.map(({ kind, id }): [RegExp, string] => [new RegExp(kind), id]),
  ];
}

/** In depth, for each of some 35 functions. */
const MOST_INPUTS = 150;

const FILTERS = [
  "paid",
  "attention",
  "refunded",
  "decided",
  "open",
  "mine",
  "reviewed",
  "second_opinion",
  "revoked",
];

const dayFromNow = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

/** What few of the other values would be. */
const EXPECTED: Record<string, () => string> = {
  p_cause: () => "mistake",
  p_reason: () => "Asked",
  p_to: () => members.staff.id,
  p_email: () => members.staff.email,
};

/** A value that the function may accept, most of the time. */
function aValue([arg, type]: Arg, name: string): fc.Arbitrary<unknown> {
  const expected = type === "date" ? undefined : EXPECTED[arg];
  if (expected)
    return fc.oneof({ weight: 3, arbitrary: fc.constant(expected()) }, { weight: 1, arbitrary: oddText });
  const fitting = ids.filter(([names]) => names.test(name)).map(([, id]) => id);
  const any = fc.constantFrom(...ids.map(([, each]) => each), members.staff.id);
  const id =
    fitting.length === 0 ? any : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...fitting) }, any);
  const at = "2030-01-01T00:00:00Z";
  const cursor = fc.tuple(id, fc.constantFrom("_", "/", " ")).map(([each, mark]) => `${at}${mark}${each}`);
  const good: Record<string, fc.Arbitrary<unknown>> = {
    uuid: id,
    text: fc.oneof(
      fc.constantFrom("", "ada", "ada@mail.example", "pi_1", "mistake", ...FILTERS),
      id,
      cursor,
      fc.constant(null),
      oddText,
    ),
    integer: fc.constantFrom(0, 1, 2, 50),
    boolean: fc.boolean(),
    "integer[]": fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 5, maxLength: 5 }),
    "text[]": fc.array(oddText, { minLength: 5, maxLength: 5 }),
    "timestamp with time zone": fc.constantFrom(null, at),
    date: fc.constantFrom(dayFromNow(-1), dayFromNow(0), dayFromNow(30)),
  };
  return good[type] ?? oddValue;
}

function bodiesFor({ name, args }: StaffFunction): fc.Arbitrary<Buffer> {
  if (args.length === 0) return fc.constant(Buffer.from("{}"));
  const values = Object.fromEntries(args.map((arg) => [arg[0], aValue(arg, name)]));
  return fc
    .record(values)
    .chain((good) =>
      fc.oneof(
        { weight: 3, arbitrary: fc.constant(Buffer.from(JSON.stringify(good))) },
        { weight: 1, arbitrary: nearlyJson(good) },
      ),
    );
}

/** What staff can change, in short, and how much of it is recorded. */
async function stored(): Promise<{ rows: string; recorded: number }> {
  const tables = [
    ...[
      "public.orders",
      "public.order_payments",
      "public.order_invoices",
      "public.course_enrollments",
      "public.student_ids",
    ],
    ...[
      "private.student_id_decisions",
      "public.contact_messages",
      "private.contact_answers",
      "public.mail_queue",
    ],
    ...["public.certificates", "public.capstone_hand_ins", "public.capstone_reviews"],
    ...["private.capstone_second_opinions", "private.staff_refunds", "private.course_interests"],
    ...["public.teams", "public.team_seats"],
  ].map(
    (name) => `(select coalesce(string_agg(each::text, '' order by each::text), '') from ${name} as each)`,
  );
  const [found] = await backend.query<{ rows: string; recorded: number }>(
    `select md5(${tables.join(" || ")}) as rows, (select count(*)::int from public.staff_actions) as recorded`,
  );
  if (!found) throw new Error("no row");
  return found;
}

describe("for any request by staff and reviewers", { timeout: FUZZ_TIMEOUT_MS * 2 }, () => {
  it("the functions of the console answer, show no private text, and change nothing without a record", async () => {
    const role = fc.constantFrom("staff" as const, "reviewer" as const);
    const accepted = new Set<string>();
    for (const each of functions) {
      const { name, is_stable } = each;
      const requests = fc.tuple(role, bodiesFor(each));
      await fuzz(
        requests,
        async ([by, body]) => {
          const before = is_stable ? null : await stored();
          const { status, text } = await ask(name, by, body);
          expect(status, `${name}: ${text}`).toBeLessThan(500);
          expect(text).not.toContain(PRIVATE);
          if (status < 300) accepted.add(name);
          else expectSentence(name, text);
          if (!before) return;
          const after = await stored();
          if (after.rows !== before.rows) expect(after.recorded, name).toBeGreaterThan(before.recorded);
        },
        { most: MOST_INPUTS },
      );
    }
    // Otherwise the inputs would test only refusals. No order here can be extended, which takes a payment that failed and
    // the end that the screen has shown (tests/staff/orderAccess.test.ts).
    accepted.add("staff_extend_access");
    expect(functions.map(({ name }) => name).filter((name) => !accepted.has(name))).toEqual([]);
  });
});

async function ask(name: string, by: "staff" | "reviewer", body: Buffer) {
  const reply = await backend.fetch(`/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: {
      apikey: backend.publishableKey,
      authorization: `Bearer ${members[by].token}`,
      "content-type": "application/json",
    },
    body: new Uint8Array(body),
  });
  return { status: reply.status, text: await reply.text() };
}

/** The console shows the message of a P0001 as it is. */
function expectSentence(name: string, text: string): void {
  const { code, message } = JSON.parse(text) as { code?: string; message?: string };
  if (code === "P0001") expect(message, name).toMatch(/^[A-Z][^\n]{10,200}\.$/);
}
