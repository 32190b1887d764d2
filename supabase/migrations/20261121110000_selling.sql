-- Orders of every tier, plan and discount: what they cost and when, and the two states of a plan that is behind.

-- ---------------------------------------------------------------- states

insert into private.order_statuses (status, effect) values
  -- A monthly payment failed. Access stays for the days of grace.
  ('past_due', 'active'),
  -- The grace has ended without the payment. Access waits for it; what was learned stays.
  ('paused', 'paused');

insert into private.order_transitions (from_status, to_status) values
  ('paid', 'past_due'),
  ('past_due', 'paid'),
  ('past_due', 'paused'),
  ('past_due', 'refunded'),
  ('past_due', 'revoked'),
  ('paused', 'paid'),
  ('paused', 'refunded'),
  ('paused', 'revoked');

-- ---------------------------------------------------------------- orders

alter table public.orders
  -- The payment provider's ids.
  add column customer_id text check (length(customer_id) between 1 and 255),
  add column subscription_id text unique check (length(subscription_id) between 1 and 255),
  add column schedule_id text unique check (length(schedule_id) between 1 and 255),
  add column promotion_code_id text check (length(promotion_code_id) between 1 and 255),
  -- As the buyer typed it.
  add column discount_code text not null default '' check (length(discount_code) <= 50),
  add column grace_until timestamptz,
  -- When the last of the three payments was made, or the plan was ended without it.
  add column plan_ended_at timestamptz,
  add column reminder_sent_at timestamptz,
  add column email_corrected_at timestamptz,
  add column credentials_resent_at timestamptz;
comment on column public.orders.total_pence is
  'What is charged: once for a full payment, each month for a plan of three. The other amounts are its parts.';
comment on column public.orders.grace_until is
  'Set while the order is past_due: 14 days after the first failure, when access is paused.';
create index orders_customer_id on public.orders (customer_id);
create index orders_grace_until on public.orders (grace_until) where status = 'past_due';
grant select (discount_code, grace_until, plan_ended_at) on table public.orders to authenticated;

-- ---------------------------------------------------------------- payments of an order

create table public.order_payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  -- 1 for a full payment; 1 to 3 for a plan.
  number smallint not null check (number between 1 and 3),
  invoice_id text unique check (length(invoice_id) between 1 and 255),
  payment_intent_id text unique check (length(payment_intent_id) between 1 and 255),
  amount_pence integer not null check (amount_pence >= 0),
  refunded_pence integer not null default 0 check (refunded_pence between 0 and amount_pence),
  due_at timestamptz not null,
  paid_at timestamptz,
  -- The first failure, and how many there were.
  failed_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  unique (order_id, number)
);
comment on table public.order_payments is
  'What was charged for an order: one row for a full payment, up to three for a plan. Facts only grow: paid stays paid.';
alter table public.order_payments enable row level security;
revoke all on table public.order_payments from public, anon, authenticated, service_role;
grant select, insert, update on table public.order_payments to service_role;
grant select (id, order_id, number, amount_pence, refunded_pence, due_at, paid_at, failed_at)
  on table public.order_payments to authenticated;

create function private.owns_order(p_order uuid) returns boolean
language sql stable security definer
-- Definer: asked inside a policy, for people who may not read whose an order is.
set search_path = '' as $$
  select exists (select from public.orders where id = p_order and user_id = (select auth.uid()))
$$;
comment on function private.owns_order(uuid) is 'True when the order is the asking person''s own.';
revoke all on function private.owns_order(uuid) from public;
grant execute on function private.owns_order(uuid) to authenticated;

create policy "owners read the payments of their orders" on public.order_payments
  for select to authenticated using (private.owns_order(order_id));

-- ---------------------------------------------------------------- mails

alter table public.mail_queue
  drop constraint mail_queue_kind_check,
  add constraint mail_queue_kind_check check (
    kind in (
      'credentials', 'attached', 'receipt', 'plan_schedule', 'payment_failed', 'access_paused', 'access_ended',
      'recovered', 'refund', 'reminder', 'contact_message', 'contact_acknowledgement'
    )
  );
