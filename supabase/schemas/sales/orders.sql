-- Orders: one row per attempt to buy.

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  status text not null default 'created' references private.order_statuses,
  course_id text not null default 'ai-fluency-30-days',
  tier text not null check (tier in ('student', 'ngo', 'professional')),
  plan text not null check (plan in ('full', 'installment')),
  price_id text not null check (length(price_id) between 1 and 255),
  -- Amounts in pence: the list price, the discount, VAT on the rest, and the amount charged.
  subtotal_pence integer not null check (subtotal_pence >= 0),
  discount_pence integer not null default 0 check (discount_pence between 0 and subtotal_pence),
  vat_pence integer not null check (vat_pence >= 0),
  total_pence integer not null,
  currency text not null default 'gbp' check (currency = 'gbp'),
  email text not null check (email !~ '[^\x21-\x7e]'),
  first_name text not null,
  last_name text not null,
  phone text not null default '' check (length(phone) <= 20),
  country text not null default '' check (length(country) <= 100),
  -- The university of a student, otherwise the organisation or company.
  organization text not null default '' check (length(organization) <= 200),
  -- An organisation's own number for what it buys, as entered on the provider's payment page.
  purchase_order text not null default '' check (length(purchase_order) <= 255),
  -- Set when the order is created if the buyer is signed in, otherwise when the order is paid.
  user_id uuid references auth.users on delete set null,
  claim_token_hash text not null check (claim_token_hash ~ '^[0-9a-f]{64}$'),
  checkout_session_id text unique,
  payment_intent_id text unique,
  terms_accepted_at timestamptz,
  immediate_supply_consent_at timestamptz,
  reminder_consent_at timestamptz,
  paid_at timestamptz,
  -- The payment provider's ids.
  customer_id text check (length(customer_id) between 1 and 255),
  subscription_id text unique check (length(subscription_id) between 1 and 255),
  schedule_id text unique check (length(schedule_id) between 1 and 255),
  promotion_code_id text check (length(promotion_code_id) between 1 and 255),
  -- As the buyer typed it, in plain characters.
  discount_code text not null default '' check (length(discount_code) <= 50),
  grace_until timestamptz,
  -- When the last of the three payments was made, or the plan was ended without it.
  plan_ended_at timestamptz,
  reminder_sent_at timestamptz,
  email_corrected_at timestamptz,
  credentials_resent_at timestamptz,
  -- When reconcile-payments last queried the provider about the order.
  checked_at timestamptz,
  second_purchase_of uuid references public.orders on delete set null,
  refund_tried_at timestamptz,
  made_signed_in boolean not null default false,
  anonymised_at timestamptz,
  is_owner_proven boolean not null default false,
  extended_until timestamptz,
  restored_at timestamptz,
  first_purchase_only boolean not null default false,
  -- How many places the order buys for a team. Such an order gives its buyer no access.
  seats smallint not null default 1,
  team_id uuid references public.teams on delete restrict,
  constraint orders_team_check check (
    case when team_id is null then seats = 1
      else seats >= 1 and seats <= 500 and plan = 'full' and tier <> 'student' and discount_code = '' end
  ),
  check (total_pence = subtotal_pence - discount_pence + vat_pence),
  constraint orders_person_check check (
    case when anonymised_at is null
      then length(email) >= 3 and length(email) <= 255
        and length(first_name) >= 1 and length(first_name) <= 100
        and length(last_name) >= 1 and length(last_name) <= 100
      else email = '' and first_name = '' and last_name = '' and phone = ''
    end
  )
);
comment on table public.orders is
  'One row per attempt to buy, written before the payment provider is called. The sale belongs to this row, not to the buyer''s account.';
comment on column public.orders.total_pence is
  'What is charged: once for a full payment, each month for a plan of three. The other amounts are its parts.';
comment on column public.orders.claim_token_hash is
  'SHA-256 of the token in the buyer''s browser, which proves who made a guest order. The token itself is not stored.';
comment on column public.orders.grace_until is
  'Set while the order is past_due: 14 days after the first failure, when access is paused.';
comment on column public.orders.extended_until is
  'The time until which staff have extended access, even if a payment is overdue or a student ID was refused.';
comment on column public.orders.restored_at is
  'When staff restored access that they had ended. The outstanding instalments of a cancelled plan are not collected, so the order counts as paid up.';
comment on column public.orders.second_purchase_of is
  'The order that already gave the owner the same tier when this one was paid or attached. reconcile-payments refunds this one, unless the other has ended by then.';
comment on column public.orders.first_purchase_only is
  'True if its discount code is for a first purchase. It is a second purchase after any other order of the owner.';
comment on column public.orders.refund_tried_at is
  'When reconcile-payments last checked whether this second purchase is to be refunded.';
comment on column public.orders.made_signed_in is
  'True when a signed-in learner made the order. It belongs to that account, whatever address was entered in the form.';
comment on column public.orders.anonymised_at is
  'When the personal data was removed from the sale. What was sold, for how much, when, and to which country or organisation stays, as tax law requires.';
comment on column public.orders.is_owner_proven is
  'True when the account is known to be the buyer''s: they bought while signed in, or proved the order''s address. Otherwise the account sees nothing about the buyer.';
create index orders_user_id on public.orders (user_id);
create index orders_team_id on public.orders (team_id);
create index orders_customer_id on public.orders (customer_id);
create index orders_grace_until on public.orders (grace_until) where status = 'past_due';
create index orders_paid_email on public.orders (private.email_key(email)) where paid_at is not null;
create index orders_unpaid on public.orders (created_at) where paid_at is null;
create index orders_plans on public.orders (checked_at) where plan = 'installment' and paid_at is not null;
create index orders_second_purchase_of on public.orders (second_purchase_of) where second_purchase_of is not null;
-- The first index is for corrections from the buyer's browser, the second for the reminder of an abandoned order.
create index orders_claim_token_hash on public.orders (claim_token_hash);
create index orders_reminder_due on public.orders (created_at)
  where reminder_consent_at is not null and reminder_sent_at is null and paid_at is null;
-- Paid orders that belong to no account yet, because no account has proved their address. They wait until the owner of the address
-- opens an emailed link (docs/decisions/0035).
create index orders_waiting on public.orders (private.email_key(email))
  where user_id is null and paid_at is not null and anonymised_at is null;

alter table public.orders enable row level security;
grant insert, select, update on public.orders to service_role;
grant select (
  id, created_at, status, course_id, tier, plan, subtotal_pence, discount_pence, vat_pence, total_pence, currency,
  paid_at, discount_code, grace_until, plan_ended_at, restored_at, seats, team_id
) on public.orders to authenticated;

create policy "owners read their orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.orders as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function private.check_order_transition() returns trigger
language plpgsql security definer
-- Definer: no role may read the table of transitions.
set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'created' then
      raise exception 'a new order starts as created, not as %', new.status using errcode = '23514';
    end if;
    return new;
  end if;
  if new.id <> old.id then
    raise exception 'an order keeps its id' using errcode = '23514';
  end if;
  if new.status <> old.status and not exists (
    select from private.order_transitions as allowed
    where allowed.from_status = old.status and allowed.to_status = new.status
  ) then
    raise exception 'an order cannot go from % to %', old.status, new.status using errcode = '23514';
  end if;
  return new;
end $$;

create trigger check_order_transition
  before insert or update on public.orders
  for each row execute function private.check_order_transition();

create function private.note_signed_in_buyer() returns trigger
language plpgsql security invoker
set search_path = '' as $$
begin
  new.made_signed_in := new.user_id is not null;
  return new;
end $$;

create trigger note_signed_in_buyer
  before insert on public.orders
  for each row execute function private.note_signed_in_buyer();

create function private.note_owner_proof() returns trigger
language plpgsql security definer
-- Definer: calls a private function.
set search_path = '' as $$
begin
  new.is_owner_proven := new.user_id is not null
    and (new.made_signed_in or private.is_owners_account(new.user_id));
  return new;
end $$;
comment on function private.note_owner_proof() is
  'Records whether the account that gets an order is known to be the buyer''s.';

-- Named to run after note_signed_in_buyer: triggers run in alphabetical order.
create trigger note_who_owns_it before insert or update of user_id on public.orders
  for each row execute function private.note_owner_proof();
