-- Plans of three monthly payments: what the provider says of them, what that does to access, and the sweep that
-- repairs whatever an event or a crash has lost.

-- A plan can be ended at the provider by hand, without a payment having failed.
insert into private.order_transitions (from_status, to_status) values ('paid', 'paused');

-- When reconcile-payments last asked the provider about the order.
alter table public.orders add column checked_at timestamptz;
create index orders_unpaid on public.orders (created_at) where paid_at is null;
create index orders_plans on public.orders (checked_at) where plan = 'installment' and paid_at is not null;

-- The provider's page where this payment can be seen, and paid while it is open.
alter table public.order_payments add column invoice_url text check (length(invoice_url) between 1 and 2000);
comment on column public.order_payments.failed_at is 'When it was first tried in vain. It stays when the payment is made later.';

insert into public.order_payments (order_id, number, payment_intent_id, amount_pence, due_at, paid_at)
select id, 1, payment_intent_id, total_pence, paid_at, paid_at from public.orders
where paid_at is not null and plan = 'full'
on conflict do nothing;

-- ---------------------------------------------------------------- the grant

create or replace function public.record_order_payment(
  p_order uuid, p_session text, p_user uuid, p_payment_intent text
) returns boolean
language plpgsql security definer
-- Definer: reads auth.users, and is the only way to queue these mails and fill a profile in one transaction.
set search_path = '' as $$
declare
  v_order public.orders;
  v_account_email text;
  v_made_by_this_order boolean;
begin
  -- 1. One at a time per order: webhook, success page and every repeat of them meet here.
  select * into v_order from public.orders where id = p_order for update;
  if not found then
    raise exception 'there is no such order' using errcode = 'P0002';
  end if;
  if v_order.checkout_session_id is distinct from p_session and v_order.checkout_session_id is not null then
    raise exception 'the order belongs to another checkout session' using errcode = '22023';
  end if;
  if v_order.paid_at is not null then return false; end if;

  -- 2. The payment. The trigger on orders computes the enrolment from it. The payments of a plan have invoices:
  --    record_plan writes them.
  update public.orders set
    status = 'paid', paid_at = now(), user_id = p_user, checkout_session_id = p_session,
    payment_intent_id = p_payment_intent
  where id = p_order;
  if v_order.plan = 'full' then
    insert into public.order_payments (order_id, number, payment_intent_id, amount_pence, due_at, paid_at)
    values (p_order, 1, p_payment_intent, v_order.total_pence, now(), now());
  end if;

  -- 3. The mails. Whether the account is new is read from the account itself, so that a crash between making it
  --    and coming here changes nothing.
  select email, coalesce(raw_app_meta_data ->> 'made_for_order' = p_order::text, false)
  into strict v_account_email, v_made_by_this_order
  from auth.users where id = p_user;

  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data) values
    (
      case when v_made_by_this_order then 'credentials' else 'attached' end,
      case when v_made_by_this_order then 'credentials:' else 'attached:' end || p_order,
      v_account_email, p_order, jsonb_build_object('user_id', p_user)
    ),
    ('receipt', 'receipt:' || p_order, v_order.email, p_order, '{}')
  on conflict (dedupe_key) do nothing;

  -- 4. The profile: empty fields are filled, nothing is overwritten. Left alone when a guest bought for an account
  --    that was there before: whoever made it need not be the buyer, and must not learn who that is.
  update public.profiles set
    first_name = coalesce(nullif(first_name, ''), v_order.first_name),
    last_name = coalesce(nullif(last_name, ''), v_order.last_name),
    organization = coalesce(nullif(organization, ''), nullif(v_order.organization, ''), organization),
    phone = coalesce(nullif(phone, ''), nullif(v_order.phone, ''), phone),
    country = coalesce(nullif(country, ''), nullif(v_order.country, ''), country)
  where id = p_user and (v_made_by_this_order or v_order.user_id is not null);
  return true;
end $$;

-- ---------------------------------------------------------------- what the provider says of a plan

create function private.queue_plan_mail(p_order public.orders, p_kind text, p_key text, p_data jsonb) returns void
language sql security definer
-- Definer: called by the functions below only.
set search_path = '' as $$
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  -- Nobody is left to write to once the account has been deleted.
  select p_kind, p_key, p_order.email, p_order.id, p_data where p_order.email <> ''
  on conflict (dedupe_key) do nothing
$$;
revoke all on function private.queue_plan_mail(public.orders, text, text, jsonb) from public;

create function public.record_plan(p_order uuid, p_plan jsonb) returns text
language plpgsql security definer
-- Definer: payments, state and mails change in one transaction or not at all.
set search_path = '' as $$
declare
  c_grace constant interval := interval '14 days';
  c_payments constant integer := 3;
  v_order public.orders;
  v_owed public.order_payments;
  v_last_paid public.order_payments;
  v_paid integer;
  v_status text;
begin
  -- 1. One at a time per order. Each caller brings what the provider said a moment ago; the older may come later.
  --    "No key": an order that refers to this one may be paid meanwhile.
  select * into v_order from public.orders where id = p_order for no key update;
  if not found then
    raise exception 'there is no such order' using errcode = 'P0002';
  end if;
  if v_order.plan <> 'installment' or v_order.paid_at is null then
    raise exception 'the order is no plan that was begun' using errcode = '22023';
  end if;
  if v_order.subscription_id <> p_plan ->> 'subscription_id' then
    raise exception 'the order belongs to another subscription' using errcode = '22023';
  end if;

  -- 2. The payments. What is paid stays paid, as it was paid.
  insert into public.order_payments as mine (
    order_id, number, invoice_id, payment_intent_id, invoice_url, amount_pence, due_at, paid_at, failed_at, failures
  )
  select p_order, each.number, each.invoice_id, each.payment_intent_id, each.invoice_url, each.amount_pence,
    each.due_at, each.paid_at, each.failed_at, each.failures
  from jsonb_to_recordset(p_plan -> 'payments') as each (
    number smallint, invoice_id text, payment_intent_id text, invoice_url text, amount_pence integer,
    due_at timestamptz, paid_at timestamptz, failed_at timestamptz, failures integer
  )
  on conflict (order_id, number) do update set
    payment_intent_id = coalesce(excluded.payment_intent_id, mine.payment_intent_id),
    invoice_url = coalesce(excluded.invoice_url, mine.invoice_url),
    amount_pence = excluded.amount_pence,
    paid_at = excluded.paid_at,
    failed_at = coalesce(mine.failed_at, excluded.failed_at),
    failures = greatest(mine.failures, excluded.failures)
  where mine.paid_at is null;

  select count(*) into v_paid from public.order_payments where order_id = p_order and paid_at is not null;
  select * into v_last_paid from public.order_payments
  where order_id = p_order and paid_at is not null order by paid_at desc, number desc limit 1;
  select * into v_owed from public.order_payments
  where order_id = p_order and paid_at is null and failures > 0 order by number limit 1;

  update public.orders set
    -- Not of somebody who has been taken out of the order.
    customer_id = case when v_order.email <> '' then p_plan ->> 'customer_id' end,
    subscription_id = p_plan ->> 'subscription_id',
    schedule_id = coalesce(schedule_id, p_plan ->> 'schedule_id'),
    plan_ended_at = coalesce(
      plan_ended_at,
      case when v_paid = c_payments then v_last_paid.paid_at end,
      (p_plan ->> 'ended_at')::timestamptz
    )
  where id = p_order
  returning * into v_order;

  -- 3. The receipts of the later payments, and the dates of all. Where nothing is charged there is nothing to say.
  perform private.queue_plan_mail(
    v_order, 'receipt', 'receipt:' || p_order || ':' || number, jsonb_build_object('number', number)
  )
  from public.order_payments
  where order_id = p_order and number > 1 and paid_at is not null and amount_pence > 0;
  if v_order.total_pence > 0 then
    perform private.queue_plan_mail(v_order, 'plan_schedule', 'plan_schedule:' || p_order, '{}');
  end if;

  -- 4. The state. A dispute or a refund has the last word: other functions decide on those.
  v_status := case
    when v_order.status not in ('paid', 'past_due', 'paused') then v_order.status
    when v_owed.id is not null then
      case when v_order.status = 'paid' then 'past_due' else v_order.status end
    when v_paid < c_payments and v_order.plan_ended_at is not null then 'paused'
    else 'paid'
  end;
  if v_status = 'past_due' and v_order.status = 'paid' and v_owed.failed_at + c_grace > now() then
    -- Where the grace is over already (the bank's question took longer), pause_overdue mails.
    perform private.queue_plan_mail(
      v_order, 'payment_failed', 'payment_failed:' || p_order || ':' || v_owed.number,
      jsonb_build_object('number', v_owed.number, 'is_reminder', false)
    );
  elsif v_status = 'paid' and v_order.status <> 'paid' then
    perform private.queue_plan_mail(
      v_order, 'recovered', 'recovered:' || p_order || ':' || v_last_paid.number,
      jsonb_build_object('number', v_last_paid.number)
    );
  end if;
  if v_status = 'paused' and v_order.plan_ended_at is not null then
    perform private.queue_plan_mail(v_order, 'access_ended', 'access_ended:' || p_order, '{}');
  end if;
  update public.orders set
    status = v_status,
    grace_until = case v_status
      when 'paid' then null
      when 'past_due' then coalesce(grace_until, v_owed.failed_at + c_grace)
      else grace_until
    end
  where id = p_order and (status <> v_status or (v_status = 'past_due' and grace_until is null));
  return v_status;
end $$;
comment on function public.record_plan(uuid, jsonb) is
  'Stores what the provider says of a plan, in any order and any number of times: payments, schedule, end, and the state and mails that follow. Returns the order''s state.';

create function public.pause_overdue(p_order uuid) returns boolean
language plpgsql security definer
-- Definer: as record_plan.
set search_path = '' as $$
declare
  v_order public.orders;
begin
  -- A plan that was ended at the provider after the grace is overdue by the provider's own clock.
  update public.orders set status = 'paused'
  where id = p_order and status = 'past_due' and grace_until <= greatest(now(), plan_ended_at)
  returning * into v_order;
  if not found then return false; end if;
  if v_order.plan_ended_at is null then
    perform private.queue_plan_mail(
      v_order, 'access_paused', 'access_paused:' || p_order || ':' || number, jsonb_build_object('number', number)
    )
    from public.order_payments
    where order_id = p_order and paid_at is null and failures > 0 order by number limit 1;
  else
    perform private.queue_plan_mail(v_order, 'access_ended', 'access_ended:' || p_order, '{}');
  end if;
  return true;
end $$;
comment on function public.pause_overdue(uuid) is
  'Pauses the access of an order whose days of grace are over, and mails it. True when it did.';

create function public.remind_overdue() returns integer
language plpgsql security definer
-- Definer: as record_plan.
set search_path = '' as $$
declare
  c_before_end constant interval := interval '7 days';
  v_count integer;
begin
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  select distinct on (each.id)
    'payment_failed', 'payment_failed:' || each.id || ':' || owed.number || ':reminder', each.email, each.id,
    jsonb_build_object('number', owed.number, 'is_reminder', true)
  from public.orders as each join public.order_payments as owed on owed.order_id = each.id
  where each.status = 'past_due' and each.grace_until between now() and now() + c_before_end
    and owed.paid_at is null and owed.failures > 0
  order by each.id, owed.number
  on conflict (dedupe_key) do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function public.remind_overdue() is
  'Queues one reminder, a week before access would pause, for each payment that is still owed. Returns how many.';

-- ---------------------------------------------------------------- the sweep

create function public.claim_orders_to_reconcile(p_limit integer) returns jsonb
language sql security definer
-- Definer: as record_plan.
set search_path = '' as $$
  with due as (
    select id from public.orders, lateral (
      select case
        -- Perhaps paid without our having heard: looked at often while it is young, then every hour.
        when paid_at is null then least(interval '1 hour', greatest(interval '55 seconds', (now() - created_at) / 10))
        when schedule_id is null and plan_ended_at is null then interval '55 seconds'
        when status = 'past_due' and grace_until <= now() then interval '55 seconds'
        else interval '6 hours'
      end as pause
    ) as look
    where (
      (paid_at is null and status in ('created', 'open', 'expired') and created_at > now() - interval '7 days')
      or (
        -- A plan that goes on, or that somebody may still pay what is owed of.
        plan = 'installment' and paid_at is not null
        and (
          plan_ended_at is null
          or (status in ('past_due', 'paused') and plan_ended_at > now() - interval '60 days')
        )
      )
    ) and coalesce(checked_at + look.pause <= now(), true)
    -- Whoever waits longest comes first: a flood of new orders delays the others by its own length and no more.
    order by coalesce(checked_at + look.pause, created_at)
    limit p_limit
    for update of orders skip locked
  ), claimed as (
    update public.orders as mine set checked_at = now() from due where mine.id = due.id
    returning mine.id, mine.paid_at
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'is_paid', paid_at is not null)), '[]') from claimed
$$;
comment on function public.claim_orders_to_reconcile(integer) is
  'The orders that the provider should be asked about now, each given to one of several callers: [{ id, is_paid }].';

revoke all on function
  public.record_plan(uuid, jsonb),
  public.pause_overdue(uuid),
  public.remind_overdue(),
  public.claim_orders_to_reconcile(integer)
from public, anon, authenticated, service_role;
grant execute on function
  public.record_plan(uuid, jsonb),
  public.pause_overdue(uuid),
  public.remind_overdue(),
  public.claim_orders_to_reconcile(integer)
to service_role;
