-- Payments for orders, and the payment provider's events about them.

create function private.owns_order(p_order uuid) returns boolean
language sql stable security definer
-- Definer: a policy calls it for learners, who may not read the owner of an order.
set search_path = '' as $$
  select exists (
    select from public.orders where id = p_order and user_id = (select auth.uid()) and is_owner_proven
  )
$$;
comment on function private.owns_order(uuid) is
  'True when the order is the caller''s own and the caller is known to be its buyer.';

create table public.stripe_events (
  id text primary key check (length(id) between 1 and 255),
  type text not null,
  received_at timestamptz not null default now(),
  -- Null until the event has been handled; the provider resends it until then.
  processed_at timestamptz,
  tried_at timestamptz not null default now()
);
comment on table public.stripe_events is 'Every event received from the payment provider. Each takes effect once.';
comment on column public.stripe_events.tried_at is
  'The last attempt to handle it. Failed events are retried in the order of this time.';

alter table public.stripe_events enable row level security;
grant insert, select, update on public.stripe_events to service_role;

create table public.order_payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  -- 1 for a full payment; 1 to 3 for a plan.
  number smallint not null check (number between 1 and 3),
  -- The provider's invoice, and the number on it. Null for a full payment until the provider has issued it.
  invoice_number text check (length(invoice_number) between 1 and 255),
  invoice_id text unique check (length(invoice_id) between 1 and 255),
  payment_intent_id text unique check (length(payment_intent_id) between 1 and 255),
  amount_pence integer not null check (amount_pence >= 0),
  refunded_pence integer not null default 0 check (refunded_pence between 0 and amount_pence),
  due_at timestamptz not null,
  paid_at timestamptz,
  -- The time of the first failure, and the number of failures.
  failed_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  -- The provider's page on which this invoice can be paid while it is open.
  invoice_url text check (length(invoice_url) between 1 and 2000),
  unique (order_id, number)
);
comment on table public.order_payments is
  'What was charged for an order: one row for a full payment, up to three for a plan. A paid row stays paid.';
comment on column public.order_payments.failed_at is
  'When the first attempt to charge failed. It stays when a later attempt succeeds.';

alter table public.order_payments enable row level security;
grant insert, select, update on public.order_payments to service_role;
grant select (
  id, order_id, number, invoice_number, amount_pence, refunded_pence, due_at, paid_at, failed_at
) on public.order_payments to authenticated;

create policy "owners read the payments of their orders" on public.order_payments
  for select to authenticated using (private.owns_order(order_id));
create policy "a full session only" on public.order_payments as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function public.record_order_payment(
  p_order uuid, p_session text, p_user uuid, p_payment_intent text, p_invoice jsonb
) returns boolean
language plpgsql security definer
-- Definer: reads auth.users, queues emails and fills a profile in one transaction.
set search_path = '' as $$
declare
  v_order public.orders;
  v_user uuid;
  v_account_email text;
  v_made_by_this_order boolean;
begin
  -- 1. One at a time per order: webhook, success page and their retries all call this.
  select * into v_order from public.orders where id = p_order for update;
  if not found then
    raise exception 'there is no such order' using errcode = 'P0002';
  end if;
  if v_order.checkout_session_id is distinct from p_session and v_order.checkout_session_id is not null then
    raise exception 'the order belongs to another checkout session' using errcode = '22023';
  end if;
  if v_order.paid_at is not null then return false; end if;

  -- 2. The owner: the signed-in buyer, or the account with the order's address. An account that never proved its
  --    address gets nothing: the order waits for the owner of the address.
  v_user := case when v_order.user_id is not null or private.is_owners_account(p_user) then p_user end;

  -- 3. The payment. The trigger on orders computes the enrolment from it. The payments of a plan are written by
  --    record_plan.
  update public.orders set
    status = 'paid', paid_at = now(), user_id = v_user, checkout_session_id = p_session,
    payment_intent_id = p_payment_intent
  where id = p_order;
  if v_order.plan = 'full' then
    insert into public.order_payments (
      order_id, number, payment_intent_id, invoice_id, invoice_number, amount_pence, due_at, paid_at
    ) values (
      p_order, 1, p_payment_intent, p_invoice ->> 'id', p_invoice ->> 'number', v_order.total_pence, now(), now()
    );
  end if;

  -- 4. The emails. Whether the account is new is read from the account itself, so that a crash between creating it and
  --    this call changes nothing.
  select email, coalesce(raw_app_meta_data ->> 'made_for_order' = p_order::text, false)
  into strict v_account_email, v_made_by_this_order
  from auth.users where id = p_user;

  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  select kind, kind || ':' || p_order, recipient, p_order, data from (values
    (
      case when v_user is null then 'claim' when v_made_by_this_order then 'credentials' else 'attached' end,
      case when v_user is null then v_order.email else v_account_email end,
      case when v_user is null then '{}'::jsonb else jsonb_build_object('user_id', v_user) end
    ),
    ('receipt', v_order.email, '{}')
  ) as mails (kind, recipient, data)
  -- The owner of a team gets team_ready instead, from the trigger on orders.
  where v_order.team_id is null or kind <> 'attached'
  on conflict (dedupe_key) do nothing;
  if v_user is null then return true; end if;

  -- 5. Earlier orders of the address that still wait: their link was never opened, and the account has since been
  --    deleted.
  if v_order.user_id is null then perform private.attach_waiting_orders(v_user); end if;

  -- 6. The profile: empty fields are filled, nothing is overwritten. Not when a guest's order went to an account that
  --    existed before: its owner need not be the buyer, and must not learn who the buyer is.
  update public.profiles set
    first_name = coalesce(nullif(first_name, ''), v_order.first_name),
    last_name = coalesce(nullif(last_name, ''), v_order.last_name),
    organization = coalesce(nullif(organization, ''), nullif(v_order.organization, ''), organization),
    phone = coalesce(nullif(phone, ''), nullif(v_order.phone, ''), phone),
    country = coalesce(nullif(country, ''), nullif(v_order.country, ''), country)
  where id = v_user and (v_made_by_this_order or v_order.user_id is not null);
  return true;
end $$;
comment on function public.record_order_payment(uuid, text, uuid, text, jsonb) is
  'The only function that grants access for an order: marks it as paid, enrols its owner, or opens the places of a team (or makes it wait for the owner of its address), queues the emails and fills the profile, exactly once. `p_invoice` is the provider''s invoice of a full payment as { id, number }, or null if there is none yet. False when this was done before.';

create function private.is_unfinished_plan(p_order public.orders) returns boolean
language sql stable security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
  select p_order.plan = 'installment' and p_order.status in ('paid', 'past_due', 'paused', 'disputed', 'id_refused')
    and p_order.restored_at is null
    and 3 > (select count(*) from public.order_payments where order_id = p_order.id and paid_at is not null)
$$;
comment on function private.is_unfinished_plan(public.orders) is
  'True for a plan with payments outstanding, whether they will still be made or were stopped.';

create function public.plan_replaced_at(p_order uuid) returns timestamptz
-- PL/pgSQL, because private.is_claimable is created later.
language plpgsql stable security definer
-- Definer: calls private functions.
set search_path = '' as $$
begin
  return (
    select min(greatest(other.paid_at, other.restored_at)) from public.orders as mine
    join public.orders as other
      on other.user_id = mine.user_id and other.course_id = mine.course_id and other.tier = mine.tier
    join private.order_statuses as states on states.status = other.status
    where mine.id = p_order and mine.plan = 'installment' and mine.status in ('paused', 'id_refused')
      and other.id <> mine.id and other.second_purchase_of is null
      and states.effect = 'active' and other.status <> 'disputed' and other.team_id is null
      -- A guest who mistyped the address may still move it to another account, and notices that within two weeks.
      -- Not once a certificate was earned with it: then the account is the right one.
      and (
        not private.is_claimable(other) or other.paid_at < now() - interval '14 days'
        or exists (select from private.certificate_orders where order_id = other.id)
      )
  );
end $$;
comment on function public.plan_replaced_at(uuid) is
  'When the order was paid or restored that gives the owner of a paused plan the same tier for good (docs/decisions/0015). Null for a plan that no other order replaces.';

create function public.claim_orders_to_reconcile(p_limit integer) returns jsonb
language sql security definer
-- Definer: same reason as record_plan.
set search_path = '' as $$
  with due as (
    select id from public.orders, lateral (
      select case
        -- It may have been paid and the event lost: checked often while the order is new, then every hour.
        when paid_at is null then least(interval '1 hour', greatest(interval '55 seconds', (now() - created_at) / 10))
        when schedule_id is null and plan_ended_at is null then interval '55 seconds'
        when status = 'past_due' and grace_until <= now() then interval '55 seconds'
        -- Another order gives the same tier: the plan has to end before its next payment.
        when status in ('paused', 'id_refused') and plan_ended_at is null
          and public.plan_replaced_at(id) is not null then interval '55 seconds'
        else interval '6 hours'
      end as pause
    ) as look
    where (
      (paid_at is null and status in ('created', 'open', 'expired') and created_at > now() - interval '7 days')
      -- A bank transfer may be late: also after the invoice is void, when the money is sent back.
      or (paid_at is null and id in (
        select order_id from public.order_invoices where ended_at is null or ended_at > now() - interval '30 days'))
      or (
        -- A plan that continues, whose outstanding payment can still be made, or that has to be paused.
        plan = 'installment' and paid_at is not null
        and (
          plan_ended_at is null
          or status = 'past_due'
          or (status = 'paused' and plan_ended_at > now() - interval '60 days')
          -- It ended unpaid while another state took precedence, such as a refused student ID.
          -- Not is_unfinished_plan, which costs more to call: this is computed for every completed plan.
          or (
            status = 'paid' and restored_at is null
            and 3 > (select count(*) from public.order_payments where order_id = orders.id and paid_at is not null)
          )
        )
      )
    ) and coalesce(checked_at + look.pause <= now(), true)
    -- The longest overdue first, so that a flood of new orders delays the others only by its own length.
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
  'The orders to compare with the payment provider now, each claimed by one caller: [{ id, is_paid }].';

grant execute on function
  private.owns_order(uuid)
to authenticated;
grant execute on function
  public.record_order_payment(uuid, text, uuid, text, jsonb),
  public.plan_replaced_at(uuid),
  public.claim_orders_to_reconcile(integer)
to service_role;
