import { beforeAll, expect, it } from "vitest";
import { withBackend } from "../support/server/backend.ts";
import { signUpMember } from "./people.ts";

// The lists with far more rows than a page has, of which three at a time have the same time.
const backend = withBackend();
const SEEDED = 4_000;
/** A page of 20 rows, some of them read again from another table, and a few to spare. */
const MOST_ROWS = 150;
const SOME_ID = "00000000-0000-4000-8000-000000000077";

/** The rows of each large table that a call reads, by whatever plan: from its pages or through its indexes. */
const ROWS_READ = `
  create function rows_read(p_call text, p_without text) returns integer language plpgsql as $$
  declare
    v_before bigint[];
    v_most integer;
  begin
    v_before := table_reads();
    if p_without is not null then execute 'drop index ' || p_without; end if;
    execute p_call;
    select max(after - before) into v_most from unnest(v_before, table_reads()) as reads (before, after);
    -- Rolls back, so that the index is there again.
    raise exception using errcode = 'ZZ000', message = v_most::text;
  exception when sqlstate 'ZZ000' then return sqlerrm::integer;
  end $$;
  create function table_reads() returns bigint[] language sql as $$
    select array_agg(seq_tup_read + idx_tup_fetch order by relid) from pg_stat_xact_user_tables
    where relname in ('orders', 'order_payments', 'student_ids', 'student_id_decisions', 'contact_messages', 'certificates',
      'staff_actions', 'mail_queue', 'users', 'accounts', 'profiles', 'teams', 'team_seats', 'course_progress', 'study_rows')
  $$`;

const SEED = `
  set session_replication_role = replica;
  create function nth_id(n integer) returns uuid language sql immutable
    return ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid;
  insert into auth.users (id, email) select nth_id(n), 'person' || n || '@mail.example' from generate_series(1, ${SEEDED}) as n;
  insert into private.accounts (user_id, email_key, created_at)
  select id, private.email_key(email), now() - make_interval(secs => (pg_catalog.row_number() over ())::integer / 3) from auth.users
  where email like 'person%';
  insert into public.profiles (id, first_name, last_name, email)
  select nth_id(n), 'First' || n, 'Last' || n, 'person' || n || '@mail.example' from generate_series(1, ${SEEDED}) as n;
  insert into public.orders (id, created_at, status, tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email,
    first_name, last_name, organization, claim_token_hash, checkout_session_id, payment_intent_id, paid_at, user_id)
  select nth_id(n), now() - make_interval(mins => n / 3),
    case when n % 80 = 0 then 'past_due' when n % 80 = 1 then 'open' when n % 80 = 2 then 'paid' else 'revoked' end, 'student', 'full',
    'price', 5000, 1000, 6000, 'person' || n || '@mail.example', 'First' || n, 'Last' || n, 'University ' || n,
    repeat('0', 64), 'cs_' || n, 'pi_' || n, now(), nth_id(n) from generate_series(1, ${SEEDED}) as n;
  insert into public.order_payments (order_id, number, payment_intent_id, invoice_id, amount_pence, refunded_pence, due_at, paid_at)
  select id, 1, payment_intent_id, 'in_' || id, 6000, case when status = 'past_due' then 1 else 0 end, now(), now() from public.orders;
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id) select 'receipt', id, email, id from public.orders;
  insert into public.student_ids (ref_hash, path, content_type, bytes, university, order_id, reviewed_at)
  select encode(sha256(id::text::bytea), 'hex'), id, 'image/png', 10, 'Leeds', id, case when status <> 'paid' then now() end
  from public.orders;
  insert into private.student_id_decisions (student_id, order_id, uploaded_at, decision, reason, decided_at)
  select id, id, now(), 'approved', '', created_at from public.orders;
  insert into public.contact_messages (name, email, subject, message, created_at, state, assigned_to)
  select 'Ada', 'ada@mail.example', 'Hello', 'Hello', created_at, case status when 'revoked' then 'answered' else 'open' end,
    case status when 'paid' then (select id from auth.users where raw_app_meta_data ->> 'role' = 'staff') end from public.orders;
  insert into private.certificate_statuses (status_index) select generate_series(1, ${SEEDED});
  insert into public.certificates (id, user_id, course_id, holder_name, issued_at, credential, status_index, revoked_at, revoked_reason)
  select nth_id(n), nth_id(n), 'ai-fluency-30-days', 'First' || n, now() - make_interval(mins => n / 3), '', n,
    case when n % 80 = 0 then now() end, case when n % 80 = 0 then 'withdrawn' end from generate_series(1, ${SEEDED}) as n;
  insert into public.staff_actions (at, action, subject_kind, subject_id) select created_at, 'tested', 'order', id::text from public.orders;
  insert into public.course_enrollments (user_id, course_id, tier, status, reason)
  select nth_id(n), 'ai-fluency-30-days', 'ngo', 'active', 'paid' from generate_series(1, 60) as n;
  insert into public.teams (id, created_at, name, tier, owner_id)
  select nth_id(n), now() - make_interval(mins => n / 3), 'Team ' || n, 'ngo',
    case when n in (50, 500) then (select id from auth.users where raw_app_meta_data ->> 'role' = 'staff') else nth_id(n) end
  from generate_series(1, ${SEEDED}) as n;
  insert into public.team_seats (team_id, email, user_id, claimed_at)
  select nth_id(size), 'person' || n || '@mail.example', nth_id(n), now() from (values (50), (500)) as teams (size), generate_series(1, size) as n;
  insert into public.team_seats (team_id, email) select id, 'ada@mail.example' from public.teams where name not in ('Team 50', 'Team 500');
  insert into public.capstone_hand_ins (id, user_id, course_id, attempt, texts, handed_in_at, rev)
  select nth_id(n), nth_id(n), 'ai-fluency-30-days', 1, '{}', now() - make_interval(mins => n / 3), 1 from generate_series(1, 60) as n;
  set session_replication_role = origin;
  analyze`;

beforeAll(async () => {
  const { id } = await signUpMember(backend, "staff");
  for (const sql of [...SEED.split(/;\n/), ...ROWS_READ.split(/;\n(?= {2}create)/)]) await backend.query(sql);
  const [session] = await backend.query<{ id: string }>(
    "select id from auth.sessions where user_id = $1 and aal = 'aal2'",
    [id],
  );
  const claims = JSON.stringify({ role: "authenticated", sub: id, session_id: session?.id });
  await backend.query(
    `create function as_staff() returns void language sql as $$
       select set_config('request.jwt.claim.sub', '${id}', true), set_config('request.jwt.claims', '${claims}', true) $$`,
  );
});

const list = (name: string, search: string, filter: string, before: string | null = null) =>
  `select public.${name}('${search}', '${filter}', ${before ? `'${before}'` : null}, 20)`;

async function rowsRead(call: string, withoutIndex: string | null = null): Promise<number> {
  const [read] = await backend.query<{ rows: number }>(
    "with staff as materialized (select as_staff()) select rows_read($1, $2) as rows from staff",
    [call, withoutIndex],
  );
  return read?.rows ?? Number.NaN;
}

it.each([
  [list("staff_orders", "", ""), "public.orders_newest"],
  [list("staff_orders", "", "paid"), "public.orders_by_status"],
  [list("staff_orders", "", "unpaid"), "public.orders_by_status"],
  [list("staff_orders", "person77@", ""), "public.orders_email_prefix"],
  [list("staff_orders", "last77", ""), "public.orders_last_name_prefix"],
  [list("staff_orders", "first77 l", ""), "public.orders_name_prefix"],
  ["select public.staff_order(nth_id(77))", "public.staff_actions_subject"],
  [list("staff_student_ids", "", ""), "public.student_ids_waiting"],
  [list("staff_student_ids", "", "decided"), "private.student_id_decisions_decided_at"],
  [list("staff_student_ids", "last77", "decided"), "private.student_id_decisions_order_id"],
  [list("staff_student_ids", "university 77", "decided"), "public.orders_organization_prefix"],
  [list("staff_messages", "", "open"), "public.contact_messages_by_state"],
  [list("staff_messages", "", "mine"), "public.contact_messages_assigned_to"],
  [list("staff_certificates", "", ""), "public.certificates_issued"],
  [list("staff_certificates", "", "valid"), "public.certificates_issued"],
  [list("staff_certificates", "", "revoked"), "public.certificates_revoked"],
  [list("staff_certificates", "first77", ""), "public.certificates_holder"],
  [list("staff_certificates", "person77@mail.example", ""), "public.certificates_user_id"],
  [list("staff_log", "", ""), "public.staff_actions_at"],
  [list("staff_teams", "", ""), "public.teams_newest"],
  [list("staff_teams", "team 77", ""), "public.teams_name_prefix"],
  [list("staff_teams", "person77@", ""), "public.teams_owner_id"],
  [list("staff_learners", "", ""), "private.accounts_newest"],
  [list("staff_learners", "person77@", ""), "private.accounts_email_prefix"],
  [list("staff_learners", "last77", ""), "public.profiles_last_name_prefix"],
  [list("staff_learners", "first77 l", ""), "public.profiles_name_prefix"],
])("reads about a page of rows, and would read far more without its index: %s", async (call, index) => {
  expect(await rowsRead(call)).toBeLessThan(MOST_ROWS);
  expect(await rowsRead(call, index)).toBeGreaterThan(3 * MOST_ROWS);
});

it.each([
  list("staff_student_ids", "last77", ""),
  list("staff_messages", "", "answered"),
  list("staff_orders", SOME_ID, ""),
  list("staff_orders", "cs_77", ""),
  list("staff_orders", "pi_77", ""),
  list("staff_orders", `in_${SOME_ID}`, ""),
  list("staff_student_ids", SOME_ID, "decided"),
  list("staff_certificates", SOME_ID, ""),
  "select public.staff_student_id(nth_id(77))",
  "select public.staff_certificate(nth_id(77))",
  "select public.staff_learner(nth_id(77))",
  list("staff_log", "", "order"),
  list("staff_log", SOME_ID, ""),
  list("staff_log", "person77@mail.example", ""),
  list("staff_log", "", "certificate"),
  list("staff_log", "", "", `2030-01-01T00:00:00Z_${SOME_ID}`),
  list("staff_orders", "", "", `2030-01-01T00:00:00Z_${SOME_ID}`),
  list("staff_orders", "last77", "paid", `2030-01-01T00:00:00Z_${SOME_ID}`),
])("reads about a page of rows: %s", async (call) => {
  expect(await rowsRead(call)).toBeLessThan(MOST_ROWS);
});

it.each(["attention", "refunded"])(
  "reads less than half of the orders to find those of the state %s",
  async (state) => {
    expect(await rowsRead(list("staff_orders", "", state))).toBeLessThan(SEEDED / 2);
  },
);

it("reads for the first page of a team of 500 people at most 1.5 times what it reads for a team of 50 (S-169)", async () => {
  const page = (size: number) => `select public.team_seats_page(nth_id(${size}))`;
  const [most, index] = [1.5 * (await rowsRead(page(50))), "public.team_seats_list"];
  expect(await rowsRead(page(500))).toBeLessThanOrEqual(most);
  expect(await rowsRead(page(500), index)).toBeGreaterThan(most);
});

const newest = (table: string, at = "created_at", id = "id") =>
  `select ${id} as id from ${table} order by ${at} desc, ${id} desc`;

it.each([
  ["staff_orders", "", newest("public.orders")],
  [
    "staff_student_ids",
    "",
    "select id from public.student_ids where reviewed_at is null order by uploaded_at, id",
  ],
  ["staff_student_ids", "decided", newest("private.student_id_decisions", "decided_at", "student_id")],
  ["staff_messages", "open", newest("public.contact_messages where state = 'open'")],
  ["staff_certificates", "", newest("public.certificates", "issued_at")],
  ["staff_capstones", "", "select id from public.capstone_hand_ins order by handed_in_at, id"],
  ["staff_learners", "", newest("private.accounts", "created_at", "user_id")],
  ["staff_log", "", newest("public.staff_actions", "at")],
])(
  "is read page by page in its order, without a row that is missing or twice: %s (%s)",
  async (name, filter, inOrder) => {
    const read = async (before: string | null) => {
      const [found] = await backend.query<{ page: { rows: { id: string }[]; next: string | null } }>(
        `with staff as materialized (select as_staff()) select public.${name}('', $1, $2, 7) as page from staff`,
        [filter, before],
      );
      return found?.page ?? { rows: [], next: null };
    };
    const seen: string[] = [];
    for (let before: string | null = null; seen.length < 70; ) {
      const { rows, next } = await read(before);
      seen.push(...rows.map(({ id }) => id));
      if (next === null) break;
      before = next;
    }
    const all = (await backend.query<{ id: string }>(inOrder)).map(({ id }) => id);
    expect(seen.length).toBe(Math.min(all.length, 70));
    expect(seen).toEqual(all.slice(0, 70));
    await expect(read("1; drop table")).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:P0001|22)/),
    });
  },
);
