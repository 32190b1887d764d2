-- Refunds, their credit notes and disputes, as the payment provider reports them.

create table private.order_disputes (
  -- The provider's id.
  id text primary key check (length(id) between 1 and 255),
  order_id uuid not null references public.orders on delete cascade,
  status text not null check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);
comment on table private.order_disputes is
  'Payments that a buyer''s bank disputes. A decided dispute stays decided, whatever event arrives later.';
create index order_disputes_order_id on private.order_disputes (order_id);

alter table private.order_disputes enable row level security;

create table public.credit_notes (
  -- The provider's ids: of the credit note, and of the refund that it is for.
  id text primary key check (length(id) between 1 and 255),
  refund_id text not null unique check (length(refund_id) between 1 and 255),
  payment_id uuid not null references public.order_payments on delete cascade,
  number text not null check (length(number) between 1 and 255),
  amount_pence integer not null check (amount_pence > 0),
  -- The VAT in the amount.
  vat_pence integer not null check (vat_pence between 0 and amount_pence),
  created_at timestamptz not null
);
comment on table public.credit_notes is
  'The provider''s credit notes: one for each refund of a payment that has an invoice.';
create index credit_notes_payment_id on public.credit_notes (payment_id);

alter table public.credit_notes enable row level security;
grant insert, select, update on public.credit_notes to service_role;
grant select (id, payment_id, number, amount_pence, created_at) on public.credit_notes to authenticated;

create policy "owners read the credit notes of their orders" on public.credit_notes
  for select to authenticated using (
    exists (select from public.order_payments as mine where mine.id = payment_id)
  );
create policy "a full session only" on public.credit_notes as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function public.record_refund(p_payment_intent text, p_refunded_pence integer) returns jsonb
language plpgsql security definer
-- Definer: reads private tables, and changes the state and queues the email in one transaction.
set search_path = '' as $$
declare
  v_order public.orders;
  v_payment public.order_payments;
  v_now_pence integer;
  v_paid_pence integer;
  v_refunded_pence integer;
begin
  -- 1. One at a time per order ("no key", so that another order can refer to this one meanwhile). A payment that was
  --    never recorded cannot be refunded.
  select mine.* into v_order from public.orders as mine
  join public.order_payments as each on each.order_id = mine.id
  where each.payment_intent_id = p_payment_intent and each.paid_at is not null
  for no key update of mine;
  if not found then return jsonb_build_object('outcome', 'unknown'); end if;

  -- 2. The amount, which only grows: a late event may report less than is already known.
  select * into strict v_payment from public.order_payments where payment_intent_id = p_payment_intent;
  v_now_pence := least(p_refunded_pence, v_payment.amount_pence) - v_payment.refunded_pence;
  if v_now_pence <= 0 then
    return jsonb_build_object('outcome', 'repeat', 'order_id', v_order.id, 'status', v_order.status, 'subscription_id', v_order.subscription_id);
  end if;
  update public.order_payments set refunded_pence = refunded_pence + v_now_pence where id = v_payment.id;

  -- 3. Everything paid has been refunded: the order ends. The trigger on orders computes access from all of them.
  select sum(amount_pence), sum(refunded_pence) into v_paid_pence, v_refunded_pence
  from public.order_payments where order_id = v_order.id and paid_at is not null;
  if v_refunded_pence = v_paid_pence then
    update public.orders set status = 'refunded'
    where id = v_order.id and status in ('paid', 'past_due', 'paused', 'disputed', 'id_refused', 'ended');
  end if;
  select * into strict v_order from public.orders where id = v_order.id;

  -- 4. The email: one for each step of the amount. After the account's deletion the order has no address.
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  select
    'refund', 'refund:' || v_payment.id || ':' || (v_payment.refunded_pence + v_now_pence), v_order.email, v_order.id,
    jsonb_build_object(
      'payment_id', v_payment.id,
      'payment_refunded_pence', v_payment.refunded_pence + v_now_pence,
      'now_pence', v_now_pence,
      'refunded_pence', v_refunded_pence,
      'paid_pence', v_paid_pence,
      'is_second_purchase', v_order.second_purchase_of is not null,
      'has_access', case when v_order.team_id is null then private.is_entitled(v_order.user_id, v_order.course_id)
        else private.team_capacity(v_order.team_id) > 0 end
    )
  where v_order.email <> ''
  on conflict (dedupe_key) do nothing;
  return jsonb_build_object(
    'outcome', case when v_refunded_pence = v_paid_pence then 'full' else 'partial' end,
    'order_id', v_order.id, 'status', v_order.status, 'subscription_id', v_order.subscription_id
  );
end $$;
comment on function public.record_refund(text, integer) is
  'Records how much of a payment has been refunded in total. A full refund of all payments ends the order.';

create function public.record_dispute(p_payment_intent text, p_dispute text, p_status text) returns jsonb
language plpgsql security definer
-- Definer: no role may write the table.
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
    where id = v_order.id and status in ('paid', 'past_due', 'paused', 'disputed', 'id_refused', 'ended');
  elsif v_is_open then
    -- A plan in arrears keeps its grace period, and a dispute does not give a paused one access.
    update public.orders set status = 'disputed' where id = v_order.id and status = 'paid';
  else
    -- Only a paid order becomes disputed. The caller then runs record_plan for what the plan missed meanwhile.
    update public.orders set status = 'paid' where id = v_order.id and status = 'disputed';
  end if;

  select * into v_order from public.orders where id = v_order.id;
  return jsonb_build_object('outcome', 'recorded', 'order_id', v_order.id, 'status', v_order.status, 'subscription_id', v_order.subscription_id);
end $$;
comment on function public.record_dispute(text, text, text) is
  'Records a dispute as open, won or lost. Access stays while it is open, ends when it is lost, and is unchanged when it is won.';

grant execute on function
  public.record_refund(text, integer),
  public.record_dispute(text, text, text)
to service_role;
