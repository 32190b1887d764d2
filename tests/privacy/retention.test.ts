import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { uploadStudentId } from "../commerce/shop.ts";
import { withAcademy } from "../support/server/academy.ts";
import { expectConsoleError } from "../support/setup/failOnConsoleError.ts";

const replySchema = z.strictObject({
  counts: z.record(z.string(), z.int()),
  failed: z.array(z.string()),
  unfinished: z.array(z.string()),
});

const academy = withAcademy();

const query = <T = Record<string, unknown>>(sql: string, params: unknown[] = []) =>
  academy.backend.query<T>(sql, params);

async function applyRetention() {
  const { status, body } = await academy.call("apply-retention", {}, { apikey: academy.secretKey });
  expect(status).toBe(200);
  return replySchema.parse(body);
}

const addCounters = (count: number) =>
  query(
    `insert into public.rate_limits (key, window_start, count)
     select 'old-' || each, now() - interval '25 hours', 1 from generate_series(1, $1) as each`,
    [count],
  );
const addMessages = (count: number) =>
  query(
    `insert into public.contact_messages (name, email, subject, message, created_at)
     select 'A', 'a@b.c', 'S', 'M', now() - interval '181 days' from generate_series(1, $1)`,
    [count],
  );
const addMails = (count: number) =>
  query(
    `insert into public.mail_queue (kind, dedupe_key, recipient, status, finished_at)
     select 'reminder', 'old-' || gen_random_uuid(), 'a@b.c', 'sent', now() - interval '91 days' from generate_series(1, $1) as each`,
    [count],
  );
const oldRows = async () =>
  await query(
    `select 'counter' as of from public.rate_limits where key like 'old-%'
     union all select 'message' from public.contact_messages
     union all select 'mail' from public.mail_queue where dedupe_key like 'old-%' and recipient <> ''`,
  );

it("contact messages are deleted after 180 days with their answers, but not while an answer is being sent", async () => {
  const [sent, queued] = ["sent", "queued"];
  for (const status of [sent, queued])
    await query(
      `with message as (
         insert into public.contact_messages (name, email, subject, message, state, created_at)
         values ($1, 'a@b.c', 'S', 'M', 'answered', now() - interval '181 days') returning id
       ), answer as (
         insert into private.contact_answers (id, message_id, body)
         select gen_random_uuid(), id, $1 from message returning id, message_id
       )
       insert into public.mail_queue (kind, dedupe_key, recipient, contact_message_id, status)
       select 'contact_answer', 'contact_answer:' || id, 'a@b.c', message_id, $1 from answer`,
      [status],
    );
  const left = () => query("select body from private.contact_answers");
  expect((await applyRetention()).counts["contact message"]).toBe(1);
  expect(await left()).toEqual([{ body: queued }]);
  await query(
    "update public.mail_queue set status = 'sent', finished_at = now() where kind = 'contact_answer'",
  );
  expect((await applyRetention()).counts["contact message"]).toBe(1);
  expect(await left()).toEqual([]);
});

it("every retention rule removes only due rows, and at most one batch per call", async () => {
  await query(
    `insert into auth.users (id, email, encrypted_password, raw_app_meta_data)
     select gen_random_uuid(), 'due-' || each || '@mail.example', 'a hash', jsonb_build_object(
       'must_change_password', true, 'temporary_password_set_at', now() - interval '15 days')
     from generate_series(1, 501) as each`,
  );
  await query(
    `insert into auth.audit_log_entries (id, created_at, payload)
     select gen_random_uuid(), now() - interval '91 days', '{}' from generate_series(1, 501)`,
  );
  await query(
    `insert into public.stripe_events (id, type, received_at, processed_at)
     select 'evt_old_' || each, 'invoice.paid', now() - interval '91 days', now() from generate_series(1, 501) as each`,
  );
  await query(
    `insert into private.address_links (token_hash, email, created_at)
     select encode(sha256(each::text::bytea), 'hex'), 'a@b.c', now() - interval '31 days'
     from generate_series(1, 501) as each`,
  );
  await query(
    `insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name,
       last_name, claim_token_hash, created_at)
     select 'professional', 'full', 'academy_professional_full', 5000, 1000, 6000, 'due-' || each || '@mail.example',
       'Ada', 'Obi', encode(sha256(each::text::bytea), 'hex'), now() - interval '31 days'
     from generate_series(1, 501) as each`,
  );
  await query(
    `insert into private.push_devices (user_id, endpoint, p256dh, auth, created_at, last_success_at)
     select (select id from auth.users limit 1), 'https://fcm.googleapis.com/' || each, repeat('A', 87), repeat('A', 22),
       now() - interval '180 days', now() - interval '91 days'
     from generate_series(1, 501) as each`,
  );
  for (const [age, confirmed] of [
    ["15 days", "null"],
    ["25 months", "now() - interval '25 months'"],
  ])
    await query(
      `insert into private.course_interests (email, course_id, created_at, confirmed_at)
       select $1 || each || '@mail.example', 'a-course', now() - $2::interval, ${confirmed}
       from generate_series(1, 501) as each`,
      [age?.replace(" ", "-"), age],
    );
  await query(
    `insert into public.teams (name, tier, created_at)
     select 'A team', 'ngo', now() - interval '31 days' from generate_series(1, 501)`,
  );
  await query(
    `with team as (insert into public.teams (name, tier) values ('A team', 'ngo') returning id)
     insert into public.team_seats (team_id, email, invited_at, user_id, claimed_at, ended_at, end_reason)
     select team.id, 'due-' || each || '@mail.example', age, person, claimed, ended, reason
     from team, generate_series(1, 501) as each, (values
       (now() - interval '91 days', null, null, null, null),
       (now(), (select id from auth.users limit 1), now() - interval '3 years', now() - interval '25 months', 'left')
     ) as rows (age, person, claimed, ended, reason)`,
  );
  await addCounters(501);
  await addMessages(501);
  await addMails(501);
  const batches = await query<{ name: string; batch: { count: number; is_full: boolean } }>(
    `select name, public.apply_retention(name) as batch
     from unnest(public.retention_rule_names()) as name where name <> 'person of a paid order'`,
  );
  for (const { name, batch } of batches) expect(batch, name).toEqual({ count: 500, is_full: true });
  const { counts } = await applyRetention();
  expect(counts).toEqual(
    Object.fromEntries([
      ...batches.map(({ name }) => [name, 1]),
      ["person of a paid order", 0],
      ["student ID", 0],
    ]),
  );
});

it("apply-retention anonymises paid orders in batches, and keeps the orders", async () => {
  await query("alter table public.orders disable trigger user");
  onTestFinished(async () => {
    await query("alter table public.orders enable trigger user");
  });
  await query(
    `insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name,
       last_name, claim_token_hash, status, paid_at)
     select 'professional', 'full', 'academy_professional_full', 5000, 1000, 6000, 'paid-' || each || '@mail.example',
       'Ada', 'Obi', encode(sha256(('paid' || each)::bytea), 'hex'), 'paid', now() - interval '8 years'
     from generate_series(1, 601) as each`,
  );
  const { counts } = await applyRetention();
  expect(counts["person of a paid order"]).toBe(601);
  expect(
    await query("select 1 from public.orders where anonymised_at is not null and email = ''"),
  ).toHaveLength(601);
});

it("a retention rule that fails is logged and reported, and the other rules are applied", async () => {
  const name = "contact message";
  const [rule] = await query("select statement from private.retention_rules where name = $1", [name]);
  const change = (statement: unknown) =>
    query("update private.retention_rules set statement = $2 where name = $1", [name, statement]);
  await change("select 1 / 0 where $1 is not null and $2 > 0");
  onTestFinished(async () => {
    await change(rule?.statement);
  });
  await addCounters(501);
  await addMessages(1);
  await addMails(1);
  expectConsoleError(/"event":"retention".*"rule":"contact message".*division by zero/);
  expect(await applyRetention()).toMatchObject({
    counts: { "contact message": 0, "count against abuse": 501, "address of a mail": 1 },
    failed: [name],
    unfinished: [],
  });
  expect(await oldRows()).toEqual([{ of: "message" }]);
});

it("student IDs that storage fails to delete are reported, and do not stop the retention rules", async () => {
  await uploadStudentId(academy);
  await query("update public.student_ids set uploaded_at = now() - interval '49 hours'");
  await query(
    "create function private.planted_refusal() returns trigger language plpgsql as $$ begin raise 'planted'; end $$",
  );
  await query(
    "create trigger planted before delete on public.student_ids for each row execute function private.planted_refusal()",
  );
  onTestFinished(async () => {
    await query("drop function private.planted_refusal() cascade");
  });
  await addCounters(1);
  expectConsoleError(/"event":"retention".*"rule":"student ID".*planted/);
  expect(await applyRetention()).toMatchObject({
    counts: { "count against abuse": 1 },
    failed: ["student ID"],
  });
});

it("apply-retention records its successful and failed runs, but not a call without the secret key", async () => {
  const run = async () =>
    (
      await query(
        `select last_success_at > now() - interval '1 minute' as is_recent, last_failure_at is not null as failed
         from private.job_runs where job = 'apply-retention'`,
      )
    )[0];
  await query("delete from private.job_runs");
  expect((await academy.call("apply-retention", {})).status).toBe(401);
  expect(await run()).toBeUndefined();

  await query("alter function public.retention_rule_names() rename to retention_rule_names_away");
  onTestFinished(async () => void (await query("delete from private.job_runs")));
  expectConsoleError(/bug/);
  expect((await academy.call("apply-retention", {}, { apikey: academy.secretKey })).status).toBe(500);
  await query("alter function public.retention_rule_names_away() rename to retention_rule_names");
  expect(await run()).toEqual({ is_recent: null, failed: true });

  await applyRetention();
  expect(await run()).toEqual({ is_recent: true, failed: true });
});

it("an order by invoice is kept while it can be paid and for 30 days after, then goes with the provider's customer", async () => {
  const ended = { waiting: null, recently: 29, "long ago": 31 };
  for (const [name, days] of Object.entries(ended)) {
    await query(
      `with mine as (
         insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name,
           last_name, claim_token_hash, created_at, customer_id)
         values ('ngo', 'full', 'price_1', 5000, 1000, 6000, $1, 'Ada', 'Obi', encode(sha256($1::text::bytea), 'hex'),
           now() - interval '100 days', $1) returning id)
       insert into public.order_invoices (order_id, days_until_due, billing, ended_at)
       select id, 30, '{}', now() - make_interval(days => $2) from mine`,
      [`${name.replace(" ", "-")}@invoice.example`, days],
    );
  }
  await applyRetention();
  const left = await query(
    "select email from public.orders where email like '%@invoice.example' order by email",
  );
  expect(left).toEqual([{ email: "recently@invoice.example" }, { email: "waiting@invoice.example" }]);
  expect(
    await query(
      "select customer_id from private.customers_to_delete where customer_id like '%@invoice.example'",
    ),
  ).toEqual([{ customer_id: "long-ago@invoice.example" }]);
});
