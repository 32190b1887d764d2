-- The figures that the operator watches, for everything that could stop unnoticed. functions/_shared/operations has the
-- thresholds, and docs/alerts.md explains each figure. They are counts, ages in seconds and names of our own objects,
-- and contain no personal data.
--
-- Each figure reads an index or a small table, because functions/health queries them every minute.

create index mail_queue_waiting on public.mail_queue (created_at) where status = 'queued';
create index mail_queue_given_up on public.mail_queue (finished_at) where status = 'failed';
create index stripe_events_received_at on public.stripe_events (received_at);
create index stripe_events_unprocessed on public.stripe_events (received_at) where processed_at is null;
create index orders_paid_at on public.orders (paid_at) where paid_at is not null;
create index sync_clock_day on public.sync_clock (day);

create function private.seconds_since(p_time timestamptz) returns integer
language sql stable
set search_path = '' as $$
  select coalesce(greatest(0, extract(epoch from now() - p_time)), 0)::integer
$$;
comment on function private.seconds_since(timestamptz) is 'Seconds since a time in the past. 0 for null and for the future.';

create function private.mail_figures() returns jsonb
language sql stable
set search_path = '' as $$
  select jsonb_build_object(
    'mail_waiting', (select count(*) from public.mail_queue where status = 'queued'),
    'mail_oldest_seconds',
      private.seconds_since((select min(created_at) from public.mail_queue where status = 'queued')),
    'mail_given_up',
      (select count(*) from public.mail_queue where status = 'failed' and finished_at > now() - interval '1 day')
  )
$$;

create function private.money_figures() returns jsonb
language sql stable
set search_path = '' as $$
  -- Not materialized: each figure reads only the rows that it needs, by an index.
  with paid as not materialized (
    select each.* from public.orders as each join private.order_statuses as states on states.status = each.status
    where each.paid_at is not null and states.effect = 'active' and each.anonymised_at is null
  )
  select jsonb_build_object(
    'events_in_a_day', (select count(*) from public.stripe_events where received_at > now() - interval '1 day'),
    'events_failing', (
      select count(*) from public.stripe_events
      where processed_at is null and received_at < now() - interval '10 minutes'
        and received_at > now() - interval '7 days' -- as long as reconcile-payments tries again
    ),
    'last_event_seconds', private.seconds_since((select max(received_at) from public.stripe_events)),
    'paid_without_event', (
      -- A payment always causes events. With none for a day, the provider does not reach the webhook.
      select count(*) from public.orders
      where paid_at > now() - interval '1 day' and paid_at < now() - interval '10 minutes'
        and not exists (select from public.stripe_events where received_at > now() - interval '1 day')
    ),
    'paid_without_access', (
      select count(*) from paid
      where user_id is not null and team_id is null and paid_at > now() - interval '7 days' and paid_at < now() - interval '10 minutes'
        and not private.is_entitled(user_id, course_id)
    ),
    -- Orders that wait for the owner of their address (docs/decisions/0035).
    'unclaimed', (select count(*) from paid where user_id is null),
    'unclaimed_seconds', private.seconds_since((
      select min(paid_at) from paid where user_id is null and paid_at > now() - interval '30 days'
    )),
    'plans_past_due', (select count(*) from public.orders where status = 'past_due'),
    'plans_not_paused', (
      select count(*) from public.orders where status = 'past_due' and grace_until < now() - interval '1 hour'
    ),
    'plans_without_schedule', (
      -- Without its schedule the provider would charge a plan more than three times.
      select count(*) from paid
      where plan = 'installment' and schedule_id is null and plan_ended_at is null
        and paid_at < now() - interval '1 hour'
    ),
    'second_purchases', (
      select count(*) from paid join public.orders as earlier on earlier.id = paid.second_purchase_of
      where paid.status <> 'disputed' and earlier.status in ('paid', 'past_due')
        and paid.paid_at < now() - interval '1 day'
        and exists (
          select from public.order_payments as mine
          where mine.order_id = paid.id and mine.paid_at is not null and mine.refunded_pence < mine.amount_pence
        )
    ),
    -- Like claim_orders_to_reconcile: these should have been checked an hour ago or earlier.
    'orders_unchecked', (
      select count(*) from public.orders
      where paid_at is null and status in ('created', 'open', 'expired')
        and created_at > now() - interval '7 days' and created_at < now() - interval '2 hours'
        and coalesce(checked_at, created_at) < now() - interval '2 hours'
    ) + (
      select count(*) from public.orders
      where plan = 'installment' and paid_at is not null and plan_ended_at is null
        and coalesce(checked_at, paid_at) < now() - interval '7 hours'
    )
  )
$$;

create function private.learner_figures() returns jsonb
language sql stable
set search_path = '' as $$
  select jsonb_build_object(
    'certificates_missed', (
      select count(*) from jsonb_to_recordset(public.missed_certificates(50)) as missed (user_id uuid, course_id text, kind text)
      join private.certificate_names as mine using (user_id, course_id, kind)
      where mine.confirmed_at < now() - interval '15 minutes' and not exists (
        select from public.course_progress as each
        where each.user_id = mine.user_id and each.course_id = mine.course_id
          and each.completed_at > now() - interval '15 minutes'
      )
    ),
    'deletions_overdue', (
      select count(*) from public.deletion_requests where due_at < now() - interval '1 hour'
    ) + (
      select count(*) from private.customers_to_delete where noted_at < now() - interval '1 day'
    ),
    'retention_late', (
      select coalesce(jsonb_agg(name order by name), '[]') from (
        select name from private.retention_rules left join private.retention_runs on rule = name
        where statement is not null and coalesce(finished_at, '-infinity') < now() - interval '1 day'
        union all
        -- The rules for files have no statement.
        select name from private.retention_rules where name = 'student ID, after upload' and exists (
          select from public.student_ids where uploaded_at < now() - keeps - interval '1 day'
        )
      ) as late
    ),
    -- Normal are a row that was written before the access ended, and one of a device that is ahead of the server's clock.
    'rows_refused', (
      select coalesce(sum(count), 0) from private.refusals
      where day = (now() at time zone 'UTC')::date and code not in ('not_entitled', 'clock')
    ),
    'active_learners', (
      select count(*) from public.sync_clock where day > (now() at time zone 'UTC')::date - 7
    )
  )
$$;

create function private.database_figures() returns jsonb
language sql stable
set search_path = '' as $$
  select jsonb_build_object(
    'database_megabytes', pg_database_size(current_database()) / 1000000,
    'largest_tables', (
      select jsonb_agg(jsonb_build_object('name', name, 'megabytes', bytes / 1000000) order by bytes desc)
      from (
        select oid::regclass::text as name, pg_total_relation_size(oid) as bytes from pg_class
        where relkind = 'r' and relnamespace in (
          select oid from pg_namespace where nspname in ('public', 'private', 'auth', 'storage', 'cron', 'net')
        )
        order by bytes desc limit 5
      ) as tables
    ),
    'connections_percent', (
      select count(*) * 100 / current_setting('max_connections')::integer from pg_stat_activity
      where datid is not null
    )
  )
$$;

create function public.operations() returns jsonb
language sql stable security definer
-- Definer: the service role has no access to some of the tables.
set search_path = '' as $$
  select jsonb_build_object('late_jobs', (select coalesce(jsonb_agg(job order by job), '[]') from public.late_jobs()))
    || private.mail_figures() || private.money_figures() || private.learner_figures() || private.database_figures()
$$;
comment on function public.operations() is
  'The figures that functions/_shared/operations/thresholds.ts compares: counts, ages in seconds and names of our own things.';

create table private.problems (
  code text primary key check (code ~ '^[a-z][a-z_]{0,39}$'),
  started_at timestamptz not null,
  -- Null while the problem lasts.
  ended_at timestamptz,
  -- When the last email about its start was queued.
  announced_at timestamptz
);
comment on table private.problems is
  'The problems that watch-operations has seen: figures above their threshold. One row for each kind.';

alter table private.problems enable row level security;

create function public.record_problems(p_values jsonb) returns jsonb
language plpgsql volatile security definer
-- Definer: only this function writes the table, and it queues the emails in the same transaction.
set search_path = '' as $$
declare
  c_between_mails constant interval := interval '1 day';
  v_started text[];
  v_ended text[];
begin
  -- 1. One at a time: two runs must not both see a problem as new.
  lock table private.problems in share row exclusive mode;

  -- 2. What has started, and what is over.
  with started as (
    insert into private.problems as mine (code, started_at)
    select code, now() from jsonb_object_keys(p_values) as code
    on conflict (code) do update set started_at = now(), ended_at = null where mine.ended_at is not null
    returning code
  )
  select coalesce(array_agg(code order by code), '{}') into v_started from started;
  with ended as (
    update private.problems set ended_at = now() where ended_at is null and not p_values ? code
    returning code
  )
  select coalesce(array_agg(code order by code), '{}') into v_ended from ended;

  -- 3. Its end is mailed only if its start was.
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  select 'problem_over', 'problem_over:' || code || ':' || private.iso(ended_at), '',
    jsonb_build_object('problem', code, 'at', private.iso(ended_at))
  from private.problems where code = any (v_ended) and announced_at >= started_at;

  -- 4. A start is mailed once, and at most once a day: a problem that comes back sooner is mailed when the day is over, if
  --    it still lasts.
  with announced as (
    update private.problems set announced_at = now()
    where ended_at is null and coalesce(announced_at < started_at and announced_at <= now() - c_between_mails, true)
    returning code, started_at
  )
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  -- The recipient is a setting of the functions, so no address is stored here.
  select 'problem', 'problem:' || code || ':' || private.iso(now()), '',
    jsonb_build_object('problem', code, 'value', p_values -> code, 'at', private.iso(started_at))
  from announced;

  return jsonb_build_object('started', v_started, 'ended', v_ended);
end $$;
comment on function public.record_problems(jsonb) is
  'Records which problems there are now ({code: value}) and queues the emails to the operator about those that started or ended: { started, ended }.';

grant execute on function public.operations(), public.record_problems(jsonb) to service_role;
