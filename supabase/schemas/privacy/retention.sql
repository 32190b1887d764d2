-- Retention periods and the statements that delete or anonymise data. functions/apply-retention runs them every ten minutes.

create table private.retention_rules (
  name text primary key,
  keeps interval not null,
  -- Applies to at most $2 rows from before $1. Null when a file must be deleted as well (due_student_ids).
  statement text
);
comment on table private.retention_rules is
  'How long each kind of data is kept, and the statement that deletes or anonymises it. The privacy policy states the same periods; a test compares the two.';

alter table private.retention_rules enable row level security;

insert into private.retention_rules (name, keeps, statement) values
  -- A student ID that was decided about is deleted immediately.
  ('student ID, after upload', interval '90 days', null),
  ('student ID without an order', interval '7 days', null),
  -- The reference of an upload is valid for 24 hours.
  ('student ID never used', interval '2 days', null),
  -- Each statement locks its rows, so that it cannot remove one that another request has just changed. `= any (array(…))`
  -- applies the limit once; with `in` the planner may repeat the inner query.
  ('contact message', interval '180 days',
   -- Only after the message has been delivered to the provider's mailbox, and no answer is on its way. With its answers.
   $$delete from public.contact_messages where id = any (array(
       select id from public.contact_messages as mine where created_at < $1 and not exists (
         select from public.mail_queue
         where contact_message_id = mine.id
           and (kind = 'contact_message' and status <> 'sent' or kind = 'contact_answer' and status = 'queued'))
       limit $2 for update skip locked))$$),
  -- Late payments and the limit of one reminder in 30 days look back no further than this.
  ('unpaid order', interval '30 days',
   $$delete from public.orders where id = any (array(
       select id from public.orders where paid_at is null and created_at < $1
         -- An invoice that can still be paid, or was ended less than 30 days ago.
         and not exists (
           select from public.order_invoices where order_id = orders.id and coalesce(ended_at >= $1, true))
       limit $2 for update skip locked))$$),
  ('person of a paid order', interval '7 years',
   $$select private.anonymise_order(id) from (
       select id from public.orders where paid_at < $1 and anonymised_at is null
       limit $2 for update skip locked) as due$$),
  -- The row is kept, so that no email is sent twice.
  ('address of a mail', interval '90 days',
   $$update public.mail_queue set recipient = '', data = '{}' where id = any (array(
       select id from public.mail_queue where finished_at < $1 and recipient <> '' limit $2 for update skip locked))$$),
  ('event of the payment provider', interval '90 days',
   $$delete from public.stripe_events where id = any (array(
       select id from public.stripe_events where processed_at is not null and received_at < $1
       limit $2 for update skip locked))$$),
  ('sign-in log', interval '90 days',
   $$delete from auth.audit_log_entries where id = any (array(
       select id from auth.audit_log_entries where created_at < $1 limit $2 for update skip locked))$$),
  ('device without notifications', interval '90 days',
   $$delete from private.push_devices where id = any (array(
       select id from private.push_devices where coalesce(last_success_at, created_at) < $1
       limit $2 for update skip locked))$$),
  ('count against abuse', interval '1 day',
   $$delete from public.rate_limits where key = any (array(
       select key from public.rate_limits where window_start < $1 limit $2 for update skip locked))$$),
  ('link that proves an address', interval '30 days',
   $$delete from private.address_links where token_hash = any (array(
       select token_hash from private.address_links where created_at < $1 limit $2 for update skip locked))$$),
  ('wish to hear of a course, not confirmed', interval '14 days',
   $$delete from private.course_interests where key = any (array(
       select key from private.course_interests where confirmed_at is null and created_at < $1
       limit $2 for update skip locked))$$),
  ('wish to hear of a course', interval '2 years',
   $$delete from private.course_interests where key = any (array(
       select key from private.course_interests where confirmed_at < $1 limit $2 for update skip locked))$$),
  ('team that was never paid for', interval '30 days',
   $$delete from public.teams where id = any (array(
       select id from public.teams as mine where created_at < $1
         and not exists (select from public.orders where team_id = mine.id)
         and not exists (select from public.team_seats where team_id = mine.id and claimed_at is not null)
       limit $2 for update skip locked))$$),
  ('invitation to a team, not accepted', interval '90 days',
   $$delete from public.team_seats where id = any (array(
       select id from public.team_seats where claimed_at is null and coalesce(ended_at, invited_at) < $1
       limit $2 for update skip locked))$$),
  ('place in a team that ended', interval '2 years',
   $$delete from public.team_seats where id = any (array(
       select id from public.team_seats where claimed_at is not null and ended_at < $1
       limit $2 for update skip locked))$$),
  ('temporary password', interval '14 days',
   $$select private.end_temporary_password(id) from (
       select id from auth.users
       where (raw_app_meta_data ->> 'must_change_password')::boolean
         and (raw_app_meta_data ->> 'temporary_password_set_at')::timestamptz < $1
       limit $2 for update skip locked) as due$$);

create function public.retention_rule_names() returns text[]
language sql stable security definer
-- Definer: no role may read private.retention_rules.
set search_path = '' as $$
  select array_agg(name order by name) from private.retention_rules where statement is not null
$$;
comment on function public.retention_rule_names() is 'The rules that apply_retention can apply.';

create table private.retention_runs (
  rule text primary key references private.retention_rules on delete cascade,
  -- When a run last found no more rows.
  finished_at timestamptz not null
);
comment on table private.retention_runs is
  'When each rule was last applied to its end. A rule that fails, or never reaches its end, is noticed by its old time.';

alter table private.retention_runs enable row level security;

create function public.apply_retention(p_rule text) returns jsonb
language plpgsql security definer
-- Definer: no role may delete from these tables.
set search_path = '' as $$
declare
  -- A batch takes a fraction of a second, far below the statement_timeout of any role.
  c_most constant integer := 500;
  v_rule private.retention_rules;
  v_count integer;
begin
  select * into strict v_rule from private.retention_rules where name = p_rule and statement is not null;
  execute v_rule.statement using now() - v_rule.keeps, c_most;
  get diagnostics v_count = row_count;
  if v_count < c_most then
    insert into private.retention_runs (rule, finished_at) values (p_rule, now())
    on conflict (rule) do update set finished_at = excluded.finished_at;
  end if;
  return jsonb_build_object('count', v_count, 'is_full', v_count = c_most);
end $$;
comment on function public.apply_retention(text) is
  'Applies a rule of private.retention_rules to at most 500 rows: {count, is_full}. After a full batch more rows may be left.';

grant execute on function
  public.retention_rule_names(),
  public.apply_retention(text)
to service_role;
