-- Plans of three monthly payments: recording the provider's reports, and their effect on access.

create function private.queue_plan_mail(p_order public.orders, p_kind text, p_key text, p_data jsonb) returns void
language sql security definer
-- Definer: called only by the functions below.
set search_path = '' as $$
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  -- After the account's deletion the order has no address.
  select p_kind, p_key, p_order.email, p_order.id, p_data where p_order.email <> ''
  on conflict (dedupe_key) do nothing
$$;

create function private.extended_key(p_order public.orders, p_key text) returns text
language sql stable
set search_path = '' as $$
  select p_key || coalesce(':' || private.iso(p_order.extended_until), '')
$$;
comment on function private.extended_key(public.orders, text) is
  'The dedupe_key of an email that is sent again when access pauses after staff extended it.';

create function private.plan_ended_early(p_order public.orders) returns boolean
language sql stable security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
  select p_order.plan_ended_at is not null and 3 > (
    select count(*) from public.order_payments where order_id = p_order.id and (paid_at is not null or failures > 0)
  )
$$;
comment on function private.plan_ended_early(public.orders) is
  'True for a plan that the provider ended before it asked for all payments: paying an open one no longer completes it.';

create function public.record_plan(p_order uuid, p_plan jsonb) returns text
language plpgsql security definer
-- Definer: changes payments, state and emails in one transaction.
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
  -- 1. One at a time per order. Each caller passes what the provider reported a moment ago, and the reports may arrive
  --    out of order. "No key", so that an order that refers to this one can be paid meanwhile.
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

  -- 2. The payments. A paid row is never changed.
  insert into public.order_payments as mine (
    order_id, number, invoice_id, invoice_number, payment_intent_id, invoice_url, amount_pence, due_at, paid_at, failed_at,
    failures
  )
  select p_order, each.number, each.invoice_id, each.invoice_number, each.payment_intent_id, each.invoice_url, each.amount_pence,
    each.due_at, each.paid_at, each.failed_at, each.failures
  from jsonb_to_recordset(p_plan -> 'payments') as each (
    number smallint, invoice_id text, invoice_number text, payment_intent_id text, invoice_url text, amount_pence integer,
    due_at timestamptz, paid_at timestamptz, failed_at timestamptz, failures integer
  )
  on conflict (order_id, number) do update set
    invoice_number = coalesce(excluded.invoice_number, mine.invoice_number),
    payment_intent_id = coalesce(excluded.payment_intent_id, mine.payment_intent_id),
    invoice_url = coalesce(excluded.invoice_url, mine.invoice_url),
    amount_pence = excluded.amount_pence,
    paid_at = excluded.paid_at,
    failed_at = coalesce(mine.failed_at, excluded.failed_at),
    failures = greatest(mine.failures, excluded.failures)
  where mine.paid_at is null;

  select count(*) into v_paid from public.order_payments
  where order_id = p_order and paid_at is not null
    -- A payment that was given back, because another order had replaced the plan, does not complete it later.
    and not (
      (v_order.status = 'paused' or v_order.extended_until is not null) and amount_pence > 0 and refunded_pence >= amount_pence
      and exists (
        select from public.orders as other
        where other.user_id = v_order.user_id and other.course_id = v_order.course_id and other.tier = v_order.tier
          and other.id <> p_order and other.team_id is null and other.paid_at <= order_payments.paid_at
      )
    );
  select * into v_last_paid from public.order_payments
  where order_id = p_order and paid_at is not null order by paid_at desc, number desc limit 1;
  select * into v_owed from public.order_payments
  where order_id = p_order and paid_at is null and failures > 0 order by number limit 1;

  update public.orders set
    -- Not for an anonymised order.
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

  -- 3. The receipts of the later payments, and the dates of all. A free plan needs no email.
  perform private.queue_plan_mail(
    v_order, 'receipt', 'receipt:' || p_order || ':' || number, jsonb_build_object('number', number)
  )
  from public.order_payments
  where order_id = p_order and number > 1 and paid_at is not null and amount_pence > 0;
  if v_order.total_pence > 0 then
    perform private.queue_plan_mail(v_order, 'plan_schedule', 'plan_schedule:' || p_order, '{}');
  end if;

  -- 4. The state. Disputes and refunds take precedence; record_dispute and record_refund handle them.
  v_status := case
    when v_order.status not in ('paid', 'past_due', 'paused') then v_order.status
    -- What was collected since is refunded (syncPlan), by the next check if the plan has been replaced since this one began.
    when v_order.status = 'paused'
      and ((p_plan ->> 'is_replaced')::boolean or public.plan_replaced_at(p_order) is not null) then 'paused'
    when v_order.restored_at is not null then 'paid'
    when v_owed.id is not null then
      case when v_order.status = 'paid' then 'past_due' else v_order.status end
    when v_paid < c_payments and v_order.plan_ended_at is not null then
      case when v_order.status <> 'paused' and v_order.extended_until > now() then v_order.status else 'paused' end
    else 'paid'
  end;
  if v_status = 'past_due' and v_order.status = 'paid' and v_owed.failed_at + c_grace > now()
    and not private.plan_ended_early(v_order) then
    -- If the grace period is already over (a dispute took longer) or the plan is, pause_overdue sends the email.
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
    perform private.queue_plan_mail(
      v_order, 'access_ended', private.extended_key(v_order, 'access_ended:' || p_order), '{}'
    );
  end if;
  -- At every check: the order may have regained access in any way, and the later one may have been paid at the same moment.
  if v_status = 'paid' then perform private.mark_later_purchases(v_order); end if;
  update public.orders set
    status = v_status,
    grace_until = case v_status
      when 'paid' then null
      when 'past_due' then coalesce(grace_until, greatest(v_owed.failed_at + c_grace, extended_until))
      else grace_until
    end
  where id = p_order and (status <> v_status or (v_status = 'past_due' and grace_until is null));
  return v_status;
end $$;
comment on function public.record_plan(uuid, jsonb) is
  'Stores what the provider reports of a plan (payments, schedule, end) and applies the resulting state and emails. Reports may arrive in any order and repeatedly. Returns the order''s state.';

create function public.pause_overdue(p_order uuid) returns boolean
language plpgsql security definer
-- Definer: same reason as record_plan.
set search_path = '' as $$
declare
  v_order public.orders;
begin
  -- A plan that the provider ended after the grace period is overdue by the provider's clock. An extension by staff counts by ours.
  update public.orders set status = 'paused'
  where id = p_order and status = 'past_due'
    and grace_until <= greatest(now(), case when extended_until is null then plan_ended_at end)
  returning * into v_order;
  if not found then return false; end if;
  if v_order.plan_ended_at is null then
    perform private.queue_plan_mail(
      v_order, 'access_paused', private.extended_key(v_order, 'access_paused:' || p_order || ':' || number),
      jsonb_build_object('number', number)
    )
    from public.order_payments
    where order_id = p_order and paid_at is null and failures > 0 order by number limit 1;
  else
    perform private.queue_plan_mail(
      v_order, 'access_ended', private.extended_key(v_order, 'access_ended:' || p_order), '{}'
    );
  end if;
  return true;
end $$;
comment on function public.pause_overdue(uuid) is
  'Pauses the access of an order whose grace period is over, and queues the email. True when it did so.';

create function public.remind_overdue() returns integer
language plpgsql security definer
-- Definer: same reason as record_plan.
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
    and owed.paid_at is null and owed.failures > 0 and not private.plan_ended_early(each)
  order by each.id, owed.number
  on conflict (dedupe_key) do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function public.remind_overdue() is
  'Queues one reminder for each outstanding payment, a week before access would pause. Returns how many.';

grant execute on function
  public.record_plan(uuid, jsonb),
  public.pause_overdue(uuid),
  public.remind_overdue()
to service_role;
