-- Money that goes back: refunds, disputes, and a second purchase of what somebody has already.

-- ---------------------------------------------------------------- refunds

create function public.record_refund(p_payment_intent text, p_refunded_pence integer) returns jsonb
language plpgsql security definer
-- Definer: asks private tables, and is the only way to change state and queue the mail in one transaction.
set search_path = '' as $$
declare
  v_order public.orders;
  v_payment public.order_payments;
  v_now_pence integer;
  v_paid_pence integer;
  v_refunded_pence integer;
begin
  -- 1. One at a time per order. A payment that is not known to be made cannot have been given back.
  select mine.* into v_order from public.orders as mine
  join public.order_payments as each on each.order_id = mine.id
  where each.payment_intent_id = p_payment_intent and each.paid_at is not null
  for update of mine;
  if not found then return jsonb_build_object('outcome', 'unknown'); end if;

  -- 2. The amount, which only grows: an event that comes late tells of less than is known.
  select * into strict v_payment from public.order_payments where payment_intent_id = p_payment_intent;
  v_now_pence := least(p_refunded_pence, v_payment.amount_pence) - v_payment.refunded_pence;
  if v_now_pence <= 0 then
    return jsonb_build_object('outcome', 'repeat', 'order_id', v_order.id, 'status', v_order.status, 'subscription_id', v_order.subscription_id);
  end if;
  update public.order_payments set refunded_pence = refunded_pence + v_now_pence where id = v_payment.id;

  -- 3. All that was paid is back: the order ends. The trigger on orders computes access from all of them.
  select sum(amount_pence), sum(refunded_pence) into v_paid_pence, v_refunded_pence
  from public.order_payments where order_id = v_order.id and paid_at is not null;
  if v_refunded_pence = v_paid_pence then
    update public.orders set status = 'refunded'
    where id = v_order.id and status in ('paid', 'past_due', 'paused', 'disputed');
  end if;
  select * into strict v_order from public.orders where id = v_order.id;

  -- 4. The mail: one for each step of the amount.
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data) values (
    'refund', 'refund:' || v_payment.id || ':' || (v_payment.refunded_pence + v_now_pence), v_order.email, v_order.id,
    jsonb_build_object(
      'now_pence', v_now_pence,
      'refunded_pence', v_refunded_pence,
      'paid_pence', v_paid_pence,
      'is_second_purchase', v_order.second_purchase_of is not null,
      'has_access', private.is_entitled(v_order.user_id, v_order.course_id)
    )
  ) on conflict (dedupe_key) do nothing;
  return jsonb_build_object(
    'outcome', case when v_refunded_pence = v_paid_pence then 'full' else 'partial' end,
    'order_id', v_order.id, 'status', v_order.status, 'subscription_id', v_order.subscription_id
  );
end $$;
comment on function public.record_refund(text, integer) is
  'Notes how much of a payment was given back in all. A full refund of all payments ends the order.';

-- ---------------------------------------------------------------- disputes

create table private.order_disputes (
  -- The provider's id.
  id text primary key check (length(id) between 1 and 255),
  order_id uuid not null references public.orders on delete cascade,
  status text not null check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);
comment on table private.order_disputes is
  'Payments that a buyer''s bank has questioned. A decided dispute stays decided, whatever arrives later.';
create index order_disputes_order_id on private.order_disputes (order_id);
alter table private.order_disputes enable row level security;
revoke all on table private.order_disputes from public, anon, authenticated, service_role;

create function private.standing_without_dispute(p_order public.orders) returns text
language sql stable security invoker
set search_path = '' as $$
  select case
    when owed_since is null and (p_order.plan = 'full' or p_order.plan_ended_at is null or paid_count = 3) then 'paid'
    when p_order.plan_ended_at is null
      and coalesce(p_order.grace_until, owed_since + interval '14 days') > now() then 'past_due'
    else 'paused'
  end
  from (
    select
      min(failed_at) filter (where paid_at is null and failures > 0) as owed_since,
      count(*) filter (where paid_at is not null) as paid_count
    from public.order_payments where order_id = p_order.id
  ) as payments
$$;
comment on function private.standing_without_dispute(public.orders) is
  'The state that an order''s own payments give it: what happened to a plan while a dispute was open counts.';

create function public.record_dispute(p_payment_intent text, p_dispute text, p_status text) returns jsonb
language plpgsql security definer
-- Definer: writes a table that nobody may write.
set search_path = '' as $$
declare
  v_order public.orders;
  v_is_lost boolean;
  v_is_open boolean;
  v_standing text;
begin
  select mine.* into v_order from public.orders as mine
  join public.order_payments as each on each.order_id = mine.id
  where each.payment_intent_id = p_payment_intent and each.paid_at is not null
  for update of mine;
  if not found then return jsonb_build_object('outcome', 'unknown'); end if;

  insert into private.order_disputes as mine (id, order_id, status, closed_at)
  values (p_dispute, v_order.id, p_status, case when p_status <> 'open' then now() end)
  on conflict (id) do update set status = excluded.status, closed_at = excluded.closed_at
  where mine.status = 'open' and excluded.status <> 'open';

  select coalesce(bool_or(status = 'lost'), false), coalesce(bool_or(status = 'open'), false)
  into v_is_lost, v_is_open
  from private.order_disputes where order_id = v_order.id;
  v_standing := private.standing_without_dispute(v_order);

  if v_is_lost then
    update public.orders set status = 'revoked'
    where id = v_order.id and status in ('paid', 'past_due', 'paused', 'disputed');
  elsif v_is_open then
    -- A plan that is behind keeps its days of grace, and one that is paused does not get access by a dispute.
    update public.orders set status = 'disputed' where id = v_order.id and status = 'paid';
  else
    update public.orders set
      status = v_standing,
      grace_until = case when v_standing = 'past_due' then coalesce(grace_until, now() + interval '14 days') else grace_until end
    where id = v_order.id and status = 'disputed';
  end if;

  select * into v_order from public.orders where id = v_order.id;
  return jsonb_build_object('outcome', 'recorded', 'order_id', v_order.id, 'status', v_order.status, 'subscription_id', v_order.subscription_id);
end $$;
comment on function public.record_dispute(text, text, text) is
  'Notes a dispute as open, won or lost. Access stays while it is open, ends when it is lost, and is as before when it is won.';

-- ---------------------------------------------------------------- second purchases

alter table public.orders add column second_purchase_of uuid references public.orders on delete set null;
comment on column public.orders.second_purchase_of is
  'The order that gave its buyer the same tier already when this one was paid: this one is refunded by reconcile-payments.';
create index orders_second_purchase_of on public.orders (second_purchase_of) where second_purchase_of is not null;

create function private.mark_second_purchase() returns trigger
language plpgsql security definer
-- Definer: takes the lock of recompute_enrollment, which is granted to nobody.
set search_path = '' as $$
begin
  -- Two orders of one person may be paid at once; the second must see what the first committed.
  perform pg_advisory_xact_lock(hashtextextended('enrollment:' || new.user_id::text || ':' || new.course_id, 0));
  select id into new.second_purchase_of from public.orders
  where user_id = new.user_id and course_id = new.course_id and tier = new.tier and id <> new.id
    and status in ('paid', 'past_due')
  order by paid_at
  limit 1;
  return new;
end $$;
create trigger mark_second_purchase
  before update on public.orders
  for each row when (old.paid_at is null and new.paid_at is not null and new.user_id is not null)
  execute function private.mark_second_purchase();

revoke all on function
  private.standing_without_dispute(public.orders),
  private.mark_second_purchase(),
  public.record_refund(text, integer),
  public.record_dispute(text, text, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.record_refund(text, integer),
  public.record_dispute(text, text, text)
to service_role;
