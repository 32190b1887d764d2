-- What the server functions keep for themselves: rate limits, the provider's events, mail, and the one grant.
-- All of it is for the service role only.

-- ---------------------------------------------------------------- rate limits

create table public.rate_limits (
  -- SHA-256 of function name and client address: the address itself is not kept.
  key text primary key,
  window_start timestamptz not null,
  count integer not null
);
comment on table public.rate_limits is 'Requests per key in its current window. Rows of past windows are swept.';
create index rate_limits_window_start on public.rate_limits (window_start);
alter table public.rate_limits enable row level security;
revoke all on table public.rate_limits from public, anon, authenticated, service_role;

create function public.take_rate_limit(p_key text, p_limit integer, p_window_seconds integer) returns integer
language plpgsql security definer
-- Definer: the table is granted to nobody, so a limit cannot be lifted by a stray write.
set search_path = '' as $$
declare
  v_window constant interval := make_interval(secs => p_window_seconds);
  v_row public.rate_limits;
begin
  insert into public.rate_limits as mine (key, window_start, count) values (p_key, now(), 1)
  on conflict (key) do update set
    window_start = case when mine.window_start <= now() - v_window then now() else mine.window_start end,
    count = case when mine.window_start <= now() - v_window then 1 else mine.count + 1 end
  returning * into v_row;

  if v_row.count = 1 then
    delete from public.rate_limits where window_start < now() - interval '1 day';
  end if;
  if v_row.count <= p_limit then return 0; end if;
  return greatest(1, ceil(extract(epoch from v_row.window_start + v_window - now())))::integer;
end $$;
comment on function public.take_rate_limit(text, integer, integer) is
  'Counts one request. Returns 0 when it is allowed, else the seconds to wait.';

-- ---------------------------------------------------------------- the payment provider's events

create table public.stripe_events (
  id text primary key check (length(id) between 1 and 255),
  type text not null,
  received_at timestamptz not null default now(),
  -- Null while the first handling has not succeeded; the provider sends the event again until it has.
  processed_at timestamptz
);
comment on table public.stripe_events is 'Every event received from the payment provider: each has its effect once.';
alter table public.stripe_events enable row level security;
revoke all on table public.stripe_events from public, anon, authenticated, service_role;
grant select, insert, update on table public.stripe_events to service_role;

-- ---------------------------------------------------------------- mail

create table public.mail_queue (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('credentials', 'attached', 'receipt')),
  -- The same mail cannot be asked for twice.
  dedupe_key text not null unique,
  recipient text not null,
  order_id uuid references public.orders on delete cascade,
  -- What the text needs beyond the order. Never a password: that is made at delivery.
  data jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sent', 'skipped', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_id uuid,
  leased_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table public.mail_queue is
  'Every mail of the academy, sent at least once by deliver-mail: a crash or a mail server that is down loses none.';
create index mail_queue_due on public.mail_queue (next_attempt_at) where status = 'queued';
create index mail_queue_order_id on public.mail_queue (order_id);
alter table public.mail_queue enable row level security;
revoke all on table public.mail_queue from public, anon, authenticated, service_role;
grant select, insert on table public.mail_queue to service_role;

create function public.claim_mail(p_lease_seconds integer) returns jsonb
language plpgsql security definer
-- Definer: the service role may queue and read mail, but only this and finish_mail move it along.
set search_path = '' as $$
declare
  v_mail public.mail_queue;
begin
  update public.mail_queue set
    lease_id = gen_random_uuid(),
    leased_until = now() + make_interval(secs => p_lease_seconds),
    attempts = attempts + 1
  where id = (
    select id from public.mail_queue
    where status = 'queued' and next_attempt_at <= now() and (leased_until is null or leased_until < now())
    order by next_attempt_at, created_at
    limit 1
    for update skip locked
  )
  returning * into v_mail;
  if v_mail.id is null then return null; end if;
  return to_jsonb(v_mail);
end $$;
comment on function public.claim_mail(integer) is
  'Leases the mail that is due longest to one worker and returns its row, or null. A lease that runs out is claimed again.';

create function public.finish_mail(p_id uuid, p_lease uuid, p_outcome text, p_error text) returns text
language plpgsql security definer
-- Definer: as claim_mail.
set search_path = '' as $$
declare
  c_max_attempts constant integer := 20;
  c_longest_wait constant interval := interval '1 hour';
  v_status text;
begin
  if p_outcome not in ('sent', 'skipped', 'retry') then
    raise exception 'unknown outcome %', p_outcome using errcode = '22023';
  end if;
  update public.mail_queue set
    status = case
      when p_outcome <> 'retry' then p_outcome
      when attempts >= c_max_attempts then 'failed'
      else 'queued'
    end,
    finished_at = case when p_outcome <> 'retry' or attempts >= c_max_attempts then now() end,
    -- 15 s, 30 s, 1 min … 1 h: twenty attempts span about twelve hours.
    next_attempt_at = now() + least(c_longest_wait, interval '15 seconds' * power(2, least(attempts, 12) - 1)),
    lease_id = null,
    leased_until = null,
    last_error = p_error
  where id = p_id and lease_id = p_lease and status = 'queued'
  returning status into v_status;
  return v_status;
end $$;
comment on function public.finish_mail(uuid, uuid, text, text) is
  'Ends a lease as sent, skipped or retry, and returns the new status: failed after the last attempt, null when the lease was lost.';

-- ---------------------------------------------------------------- orders

create function public.create_order(p_order jsonb, p_student_id_ref_hash text) returns jsonb
language plpgsql security invoker
set search_path = '' as $$
declare
  v_asked public.orders := jsonb_populate_record(null::public.orders, p_order);
  v_student_id public.student_ids;
  v_id uuid := gen_random_uuid();
begin
  -- 1. The reference is taken before the order exists, and given back by the exception if the order fails.
  if p_student_id_ref_hash is not null then
    select * into v_student_id from public.student_ids
    where ref_hash = p_student_id_ref_hash and order_id is null and uploaded_at > now() - interval '24 hours'
    for update;
    if not found then return jsonb_build_object('outcome', 'student_id_invalid'); end if;
  end if;

  -- 2. The order: columns that a client or a caller may not choose keep their defaults.
  insert into public.orders (
    id, course_id, tier, plan, price_id, subtotal_pence, discount_pence, vat_pence, total_pence, email, first_name,
    last_name, phone, country, organization, user_id, claim_token_hash, terms_accepted_at,
    immediate_supply_consent_at, reminder_consent_at
  ) values (
    v_id, v_asked.course_id, v_asked.tier, v_asked.plan, v_asked.price_id, v_asked.subtotal_pence,
    v_asked.discount_pence, v_asked.vat_pence, v_asked.total_pence, v_asked.email, v_asked.first_name,
    v_asked.last_name, v_asked.phone, v_asked.country, coalesce(v_student_id.university, v_asked.organization),
    v_asked.user_id, v_asked.claim_token_hash,
    case when (p_order ->> 'terms_accepted')::boolean then now() end,
    case when (p_order ->> 'immediate_supply')::boolean then now() end,
    case when (p_order ->> 'reminder_consent')::boolean then now() end
  );

  -- 3. The reference belongs to this order from now on.
  if v_student_id.id is not null then
    update public.student_ids set order_id = v_id where id = v_student_id.id;
  end if;
  return jsonb_build_object('outcome', 'created', 'order_id', v_id);
end $$;
comment on function public.create_order(jsonb, text) is
  'Stores an order and takes the student ID reference in one transaction: created with order_id, or student_id_invalid.';

create function public.abandon_order(p_order uuid) returns void
language plpgsql security invoker
set search_path = '' as $$
begin
  update public.orders set status = 'expired' where id = p_order and status in ('created', 'open');
  if found then
    update public.student_ids set order_id = null where order_id = p_order;
  end if;
end $$;
comment on function public.abandon_order(uuid) is
  'Ends an order that could not be offered for payment and gives its student ID reference back.';

create function public.has_paid_tier(p_user uuid, p_course text, p_tier text) returns boolean
language sql stable security definer
-- Definer: the table of states is granted to nobody.
set search_path = '' as $$
  select exists (
    select from public.orders as each join private.order_statuses as states on states.status = each.status
    where each.user_id = p_user and each.course_id = p_course and each.tier = p_tier and states.effect = 'active'
  )
$$;
comment on function public.has_paid_tier(uuid, text, text) is 'True when an order of this tier gives the person access now.';

create function public.record_order_payment(p_order uuid, p_session text, p_user uuid, p_payment_intent text)
returns boolean
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

  -- 2. The payment. The trigger on orders computes the enrolment from it.
  update public.orders set
    status = 'paid', paid_at = now(), user_id = p_user, checkout_session_id = p_session,
    payment_intent_id = p_payment_intent
  where id = p_order;

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
comment on function public.record_order_payment(uuid, text, uuid, text) is
  'The one grant: pays the order, enrols its owner, queues the mails and fills the profile, exactly once. False when it was done before.';

revoke all on function
  public.take_rate_limit(text, integer, integer),
  public.claim_mail(integer),
  public.finish_mail(uuid, uuid, text, text),
  public.create_order(jsonb, text),
  public.abandon_order(uuid),
  public.has_paid_tier(uuid, text, text),
  public.record_order_payment(uuid, text, uuid, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.take_rate_limit(text, integer, integer),
  public.claim_mail(integer),
  public.finish_mail(uuid, uuid, text, text),
  public.create_order(jsonb, text),
  public.abandon_order(uuid),
  public.has_paid_tier(uuid, text, text),
  public.record_order_payment(uuid, text, uuid, text)
to service_role;
