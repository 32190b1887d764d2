-- Orders, the student IDs handed in with them, and the enrolments that follow from them.

-- ---------------------------------------------------------------- states of an order

create table private.order_statuses (
  status text primary key,
  -- What an order in this state does for its owner's enrolment.
  effect text not null check (effect in ('none', 'active', 'paused', 'revoked'))
);
comment on table private.order_statuses is
  'Every state an order can be in, and its effect on the enrolment. A new state is a new row here.';
alter table private.order_statuses enable row level security;

insert into private.order_statuses (status, effect) values
  ('created', 'none'),
  ('open', 'none'),
  ('expired', 'none'),
  ('paid', 'active'),
  -- The money is in question, not yet taken back: access stays until the dispute is lost.
  ('disputed', 'active'),
  ('refunded', 'revoked'),
  ('revoked', 'revoked');

create table private.order_transitions (
  from_status text not null references private.order_statuses,
  to_status text not null references private.order_statuses,
  primary key (from_status, to_status)
);
comment on table private.order_transitions is 'The allowed changes of an order''s state. Anything else is refused.';
alter table private.order_transitions enable row level security;

insert into private.order_transitions (from_status, to_status) values
  ('created', 'open'),
  ('created', 'expired'),
  -- Events and success pages may come before the session's id was stored, or after the expiry was heard of.
  ('created', 'paid'),
  ('open', 'paid'),
  ('open', 'expired'),
  ('expired', 'paid'),
  ('paid', 'refunded'),
  ('paid', 'disputed'),
  ('paid', 'revoked'),
  ('disputed', 'paid'),
  ('disputed', 'refunded'),
  ('disputed', 'revoked');

revoke all on table private.order_statuses, private.order_transitions from public, anon, authenticated, service_role;

-- ---------------------------------------------------------------- orders

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  status text not null default 'created' references private.order_statuses,
  course_id text not null default 'ai-fluency-30-days',
  tier text not null check (tier in ('student', 'ngo', 'professional')),
  plan text not null check (plan in ('full', 'installment')),
  price_id text not null check (length(price_id) between 1 and 255),
  -- Amounts in pence: list price, what a discount takes off, VAT on the rest, and what is charged.
  subtotal_pence integer not null check (subtotal_pence >= 0),
  discount_pence integer not null default 0 check (discount_pence between 0 and subtotal_pence),
  vat_pence integer not null check (vat_pence >= 0),
  total_pence integer not null,
  currency text not null default 'gbp' check (currency = 'gbp'),
  email text not null check (length(email) between 3 and 255),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  phone text not null default '' check (length(phone) <= 20),
  country text not null default '' check (length(country) <= 100),
  -- The university of a student, else the organisation or company.
  organization text not null default '' check (length(organization) <= 200),
  -- Known at creation only when a valid user token said so, else from the payment on.
  user_id uuid references auth.users on delete set null,
  claim_token_hash text not null check (claim_token_hash ~ '^[0-9a-f]{64}$'),
  checkout_session_id text unique,
  payment_intent_id text unique,
  terms_accepted_at timestamptz,
  immediate_supply_consent_at timestamptz,
  reminder_consent_at timestamptz,
  paid_at timestamptz,
  check (total_pence = subtotal_pence - discount_pence + vat_pence)
);
comment on table public.orders is
  'One row per attempt to buy, written before the payment provider is asked. The row, not the buyer''s account, owns the sale.';
comment on column public.orders.claim_token_hash is
  'SHA-256 of the token kept in the buyer''s browser: proves who made a guest order. The token itself is nowhere.';
create index orders_user_id on public.orders (user_id);

create function private.check_order_transition() returns trigger
language plpgsql security definer
-- Definer: the table of transitions is granted to nobody.
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
revoke all on function private.check_order_transition() from public;

create trigger check_order_transition
  before insert or update on public.orders
  for each row execute function private.check_order_transition();

alter table public.orders enable row level security;
revoke all on table public.orders from public, anon, authenticated, service_role;
-- Nobody deletes an order: it is a business record.
grant select, insert, update on table public.orders to service_role;
grant select (
  id, created_at, status, course_id, tier, plan, subtotal_pence, discount_pence, vat_pence, total_pence, currency, paid_at
) on table public.orders to authenticated;
create policy "owners read their orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));

-- ---------------------------------------------------------------- student IDs

create table public.student_ids (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the one-time reference that the upload answered.
  ref_hash text not null unique check (ref_hash ~ '^[0-9a-f]{64}$'),
  path text not null unique,
  content_type text not null
    check (content_type in ('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'application/pdf')),
  bytes integer not null check (bytes > 0 and bytes < 5 * 1024 * 1024),
  university text not null check (length(university) between 1 and 200),
  order_id uuid unique references public.orders on delete set null,
  uploaded_at timestamptz not null default now(),
  reviewed_at timestamptz
);
comment on table public.student_ids is
  'A student ID file in the private bucket student-ids. Its reference is good for one order, within 24 hours.';
alter table public.student_ids enable row level security;
revoke all on table public.student_ids from public, anon, authenticated, service_role;
grant select, insert, update, delete on table public.student_ids to service_role;

-- A plain Postgres, where only the schema is tested, has no storage service.
do $$
begin
  if to_regclass('storage.buckets') is not null then
    insert into storage.buckets (id, name, public, file_size_limit)
    values ('student-ids', 'student-ids', false, 5 * 1024 * 1024)
    on conflict (id) do nothing;
  end if;
end $$;

-- ---------------------------------------------------------------- enrolments

create table public.course_enrollments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  course_id text not null,
  -- The highest tier among the orders that decided.
  tier text not null check (tier in ('student', 'ngo', 'professional')),
  status text not null check (status in ('active', 'paused', 'revoked')),
  -- The state of the order that decided.
  reason text not null references private.order_statuses,
  granted_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (user_id, course_id),
  check ((status = 'active') = (ended_at is null))
);
comment on table public.course_enrollments is
  'Computed from all of a person''s orders by private.recompute_enrollment and never written by hand.';
alter table public.course_enrollments enable row level security;
revoke all on table public.course_enrollments from public, anon, authenticated, service_role;
grant select on table public.course_enrollments to authenticated, service_role;
create policy "owners read their enrolment while it gives access" on public.course_enrollments
  for select to authenticated using (user_id = (select auth.uid()) and status = 'active');

create function private.recompute_enrollment(p_user uuid, p_course text) returns void
language plpgsql security definer
-- Definer: it is the only writer of a table that nobody may write.
set search_path = '' as $$
declare
  -- Best effect first: any order that gives access wins over one that was refunded.
  c_effects constant text[] := array['active', 'paused', 'revoked'];
  c_tiers constant text[] := array['student', 'ngo', 'professional'];
  v_tier text;
  v_status text;
  v_reason text;
begin
  if p_user is null then return; end if;

  -- Two orders of one person may change at once; the second must see what the first committed.
  perform pg_advisory_xact_lock(hashtextextended('enrollment:' || p_user::text || ':' || p_course, 0));

  select each.tier, states.effect, each.status into v_tier, v_status, v_reason
  from public.orders as each join private.order_statuses as states on states.status = each.status
  where each.user_id = p_user and each.course_id = p_course and states.effect <> 'none'
  order by array_position(c_effects, states.effect), array_position(c_tiers, each.tier) desc, each.paid_at desc
  limit 1;

  if not found then
    -- Every order was taken away from this person (an account corrected): what they had ends.
    update public.course_enrollments set status = 'revoked', reason = 'revoked', ended_at = coalesce(ended_at, now())
    where user_id = p_user and course_id = p_course;
    return;
  end if;

  insert into public.course_enrollments as mine (user_id, course_id, tier, status, reason, ended_at)
  values (p_user, p_course, v_tier, v_status, v_reason, case when v_status = 'active' then null else now() end)
  on conflict (user_id, course_id) do update set
    tier = excluded.tier,
    status = excluded.status,
    reason = excluded.reason,
    granted_at = case
      when excluded.status = 'active' and mine.status <> 'active' then now() else mine.granted_at
    end,
    ended_at = case
      when excluded.status = 'active' then null else coalesce(mine.ended_at, now())
    end;
end $$;
revoke all on function private.recompute_enrollment(uuid, text) from public;

create function private.recompute_after_order() returns trigger
language plpgsql security definer
-- Definer: see recompute_enrollment.
set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.user_id is distinct from new.user_id then
    -- A person who is being deleted has nothing left to compute.
    if exists (select from auth.users where id = old.user_id) then
      perform private.recompute_enrollment(old.user_id, old.course_id);
    end if;
  end if;
  perform private.recompute_enrollment(new.user_id, new.course_id);
  return null;
end $$;
revoke all on function private.recompute_after_order() from public;

create trigger recompute_enrollment
  after insert or update of status, user_id, tier, course_id on public.orders
  for each row execute function private.recompute_after_order();

create function private.is_entitled(p_user uuid, p_course text) returns boolean
language sql stable security definer
-- Definer: asked inside policies, for people who may not read the table it looks into.
set search_path = '' as $$
  select exists (
    select from public.course_enrollments
    where user_id = p_user and course_id = p_course and status = 'active'
  )
$$;
comment on function private.is_entitled(uuid, text) is 'True while the person may study the course.';

create function private.was_entitled_at(p_user uuid, p_course text, p_at timestamptz) returns boolean
language sql stable security definer
-- Definer: as is_entitled.
set search_path = '' as $$
  select exists (
    select from public.course_enrollments
    where user_id = p_user and course_id = p_course and (status = 'active' or ended_at > p_at)
  )
$$;
comment on function private.was_entitled_at(uuid, text, timestamptz) is
  'True when entitled now, or when the entitlement ended after the given time: offline work done before a revocation counts.';

-- Policies run them as whoever asks. Nobody can call them otherwise: the schema is neither exposed nor usable.
revoke all on function private.is_entitled(uuid, text), private.was_entitled_at(uuid, text, timestamptz) from public;
grant execute on function private.is_entitled(uuid, text), private.was_entitled_at(uuid, text, timestamptz)
  to anon, authenticated, service_role;

-- Runs as its owner, past the policy above, so that a paused learner can be told why: hence its own filter.
create view public.enrollment_status with (security_invoker = false, security_barrier = true) as
  select course_id, tier, status, reason, granted_at, ended_at
  from public.course_enrollments
  where user_id = (select auth.uid());
comment on view public.enrollment_status is 'The asking learner''s own enrolment in any state, with the reason.';
revoke all on table public.enrollment_status from public, anon, authenticated, service_role;
grant select on table public.enrollment_status to authenticated;
