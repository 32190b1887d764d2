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
  -- 1. One at a time per order ("no key": another order may come to refer to this one meanwhile). A payment that is not
  --    known to be made cannot have been given back.
  select mine.* into v_order from public.orders as mine
  join public.order_payments as each on each.order_id = mine.id
  where each.payment_intent_id = p_payment_intent and each.paid_at is not null
  for no key update of mine;
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

  -- 4. The mail: one for each step of the amount. Nobody is left to write to once the account has been deleted.
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  select
    'refund', 'refund:' || v_payment.id || ':' || (v_payment.refunded_pence + v_now_pence), v_order.email, v_order.id,
    jsonb_build_object(
      'now_pence', v_now_pence,
      'refunded_pence', v_refunded_pence,
      'paid_pence', v_paid_pence,
      'is_second_purchase', v_order.second_purchase_of is not null,
      'has_access', private.is_entitled(v_order.user_id, v_order.course_id)
    )
  where v_order.email <> ''
  on conflict (dedupe_key) do nothing;
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

create function public.record_dispute(p_payment_intent text, p_dispute text, p_status text) returns jsonb
language plpgsql security definer
-- Definer: writes a table that nobody may write.
set search_path = '' as $$
declare
  v_order public.orders;
  v_is_lost boolean;
  v_is_open boolean;
begin
  select mine.* into v_order from public.orders as mine
  join public.order_payments as each on each.order_id = mine.id
  where each.payment_intent_id = p_payment_intent and each.paid_at is not null
  for no key update of mine;
  if not found then return jsonb_build_object('outcome', 'unknown'); end if;

  insert into private.order_disputes as mine (id, order_id, status, closed_at)
  values (p_dispute, v_order.id, p_status, case when p_status <> 'open' then now() end)
  on conflict (id) do update set status = excluded.status, closed_at = excluded.closed_at
  where mine.status = 'open' and excluded.status <> 'open';

  select coalesce(bool_or(status = 'lost'), false), coalesce(bool_or(status = 'open'), false)
  into v_is_lost, v_is_open
  from private.order_disputes where order_id = v_order.id;

  if v_is_lost then
    update public.orders set status = 'revoked'
    where id = v_order.id and status in ('paid', 'past_due', 'paused', 'disputed');
  elsif v_is_open then
    -- A plan that is behind keeps its days of grace, and one that is paused does not get access by a dispute.
    update public.orders set status = 'disputed' where id = v_order.id and status = 'paid';
  else
    -- Only what was paid becomes disputed. What a plan has missed meanwhile, the caller has record_plan look at.
    update public.orders set status = 'paid' where id = v_order.id and status = 'disputed';
  end if;

  select * into v_order from public.orders where id = v_order.id;
  return jsonb_build_object('outcome', 'recorded', 'order_id', v_order.id, 'status', v_order.status, 'subscription_id', v_order.subscription_id);
end $$;
comment on function public.record_dispute(text, text, text) is
  'Notes a dispute as open, won or lost. Access stays while it is open, ends when it is lost, and is as before when it is won.';

-- ---------------------------------------------------------------- news that could not be handled

alter table public.stripe_events add column tried_at timestamptz not null default now();
comment on column public.stripe_events.tried_at is
  'The last try: what failed then is tried again after everything that has not been tried for longer.';

-- ---------------------------------------------------------------- second purchases

alter table public.orders
  add column second_purchase_of uuid references public.orders on delete set null,
  add column refund_tried_at timestamptz;
comment on column public.orders.second_purchase_of is
  'The order that gave its owner the same tier already when this one was paid or moved to its owner: reconcile-payments refunds it, unless that other order has ended by then.';
comment on column public.orders.refund_tried_at is
  'When reconcile-payments last looked whether a second purchase is to be refunded.';
create index orders_second_purchase_of on public.orders (second_purchase_of) where second_purchase_of is not null;

create function private.lock_purchases(p_order public.orders) returns void
language sql volatile security definer
-- Definer: called by the functions below only.
set search_path = '' as $$
  -- The lock of recompute_enrollment: of two orders that change at once, the second sees what the first committed.
  select pg_advisory_xact_lock(hashtextextended('enrollment:' || p_order.user_id::text || ':' || p_order.course_id, 0))
$$;

create function private.purchase_before(p_order public.orders) returns uuid
language sql stable security definer
-- Definer: called by the functions below only.
set search_path = '' as $$
  select each.id from public.orders as each join private.order_statuses as states on states.status = each.status
  where each.user_id = p_order.user_id and each.course_id = p_order.course_id and each.tier = p_order.tier
    and each.id <> p_order.id and each.second_purchase_of is null and states.effect = 'active'
  -- One whose payment is in question is less sure to last.
  order by each.status = 'disputed', each.paid_at
  limit 1
$$;
comment on function private.purchase_before(public.orders) is
  'Another order that gives the same person the same tier and is not itself to be given back, or null.';

create function private.mark_second_purchase() returns trigger
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
begin
  perform private.lock_purchases(new);
  new.second_purchase_of := private.purchase_before(new);
  return new;
end $$;
create trigger mark_second_purchase
  before update on public.orders
  for each row when (
    new.paid_at is not null and new.user_id is not null
    -- A person who is deleted leaves the mark as it is: what is owed to them stays owed.
    and (old.paid_at is null or old.user_id is distinct from new.user_id)
  )
  execute function private.mark_second_purchase();

create function public.claim_second_purchase() returns jsonb
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_order public.orders;
begin
  -- 1. The one that was looked at longest ago, so that one that always fails does not hold up the others.
  update public.orders set refund_tried_at = now() where id = (
    select id from public.orders as mine
    where second_purchase_of is not null and status in ('paid', 'past_due')
      and coalesce(refund_tried_at <= now() - interval '55 seconds', true)
      and exists (
        select from public.order_payments
        where order_id = mine.id and paid_at is not null and payment_intent_id is not null
          and refunded_pence < amount_pence
      )
    order by refund_tried_at nulls first, paid_at
    limit 1
    for no key update skip locked
  ) returning * into v_order;
  if not found then return null; end if;

  -- 2. What was before it may have been given back since, or belong to somebody else: then this one stays.
  if v_order.user_id is not null then
    perform private.lock_purchases(v_order);
    v_order.second_purchase_of := private.purchase_before(v_order);
    update public.orders set second_purchase_of = v_order.second_purchase_of where id = v_order.id;
    -- While the bank questions the other payment nobody knows.
    if not exists (
      select from public.orders where id = v_order.second_purchase_of and status <> 'disputed'
    ) then
      return jsonb_build_object('id', v_order.id, 'payments', '[]'::jsonb);
    end if;
  end if;

  return jsonb_build_object('id', v_order.id, 'payments', (
    select jsonb_agg(
      jsonb_build_object('id', id, 'payment_intent_id', payment_intent_id, 'amount_pence', amount_pence)
      order by number
    )
    from public.order_payments
    where order_id = v_order.id and paid_at is not null and payment_intent_id is not null
      and refunded_pence < amount_pence
  ));
end $$;
comment on function public.claim_second_purchase() is
  'The next second purchase to look at, given to one of several callers, at most once a minute: { id, payments } with the payments that are to be given back now, none where it stays; null when there is no other.';

revoke all on function
  private.lock_purchases(public.orders),
  private.purchase_before(public.orders),
  private.mark_second_purchase(),
  public.record_refund(text, integer),
  public.record_dispute(text, text, text),
  public.claim_second_purchase()
from public, anon, authenticated, service_role;
grant execute on function
  public.record_refund(text, integer),
  public.record_dispute(text, text, text),
  public.claim_second_purchase()
to service_role;
