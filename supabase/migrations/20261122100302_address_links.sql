-- A guest's order whose address belongs to an account that never proved it waits, without an account, for the owner of
-- the address to open a mailed link: docs/decisions/0035.

create index orders_waiting on public.orders (private.email_key(email))
  where user_id is null and paid_at is not null and anonymised_at is null;

create table private.address_links (
  -- SHA-256 of the key in the mail.
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  email text not null check (length(email) between 3 and 255),
  created_at timestamptz not null default now(),
  -- The account that was locked for the owner of the address, until the new password is set.
  locked_user_id uuid references auth.users (id) on delete set null,
  locked_at timestamptz
);
comment on table private.address_links is
  'Mailed links that prove an address. Each works once, for 30 days; using one removes all links of its address.';
create index address_links_email on private.address_links (private.email_key(email));
create index address_links_locked_user_id on private.address_links (locked_user_id);
alter table private.address_links enable row level security;
revoke all on private.address_links from public, anon, authenticated, service_role;

insert into private.retention_rules (name, keeps, statement) values
  ('link that proves an address', interval '30 days', $$delete from private.address_links where created_at < $1$$);

-- ---------------------------------------------------------------- links

create function public.add_address_link(p_email text, p_token_hash text) returns text
language plpgsql security definer
-- Definer: it is the only writer of a table that nobody may write.
set search_path = '' as $$
declare
  v_user constant uuid := public.find_user_id_by_email(p_email);
begin
  if not exists (
    select from public.orders
    where user_id is null and paid_at is not null and anonymised_at is null
      and private.email_key(email) = private.email_key(p_email)
  ) and (v_user is null or private.has_proven_address(v_user)) then
    return null;
  end if;
  insert into private.address_links (token_hash, email) values (p_token_hash, p_email);
  return private.iso(now() + (select keeps from private.retention_rules where name = 'link that proves an address'));
end $$;
comment on function public.add_address_link(text, text) is
  'Stores one more link that proves the address. Returns until when it works; null when there is nothing to prove or to claim.';

create function private.usable_link(p_token_hash text) returns private.address_links
language sql volatile security definer
-- Definer: called by the functions below only. It locks the row, so that a link works once.
set search_path = '' as $$
  select * from private.address_links
  where token_hash = p_token_hash and created_at > now() - (
    select keeps from private.retention_rules where name = 'link that proves an address'
  )
  for update
$$;

create function private.queue_link_mail(
  p_kind text, p_recipient text, p_order uuid, p_data jsonb
) returns void
language sql security definer
-- Definer: called by the functions below only.
set search_path = '' as $$
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  select p_kind, p_kind || ':' || gen_random_uuid(), p_recipient, p_order, p_data
  -- Anyone can ask for it, so the address gets five an hour at most. Links of earlier mails still work.
  where 5 > (
    select count(*) from public.mail_queue
    where kind = p_kind and lower(recipient) = lower(p_recipient) and created_at > now() - interval '1 hour'
  )
$$;

create function public.request_address_link(p_email text, p_user uuid) returns void
language plpgsql security definer
-- Definer: reads auth.users and calls private functions.
set search_path = '' as $$
declare
  v_order public.orders;
  v_email text;
begin
  if p_user is not null then
    select email into v_email from auth.users where id = p_user and not private.has_proven_address(p_user);
    if v_email <> '' then
      perform private.queue_link_mail('confirm_address', v_email, null, jsonb_build_object('user_id', p_user));
    end if;
    return;
  end if;
  select * into v_order from public.orders
  where user_id is null and paid_at is not null and anonymised_at is null
    and private.email_key(email) = private.email_key(p_email)
  order by paid_at desc limit 1;
  if found then perform private.queue_link_mail('claim', v_order.email, v_order.id, '{}'); end if;
end $$;
comment on function public.request_address_link(text, uuid) is
  'Mails a link again: to the address of the signed-in person, or, without one, to this address if an order waits for it.';

-- ---------------------------------------------------------------- what a link does

create function private.attach_waiting_orders(p_user uuid) returns integer
language plpgsql security definer
-- Definer: called by the functions below only.
set search_path = '' as $$
declare
  v_order uuid;
  v_count integer := 0;
begin
  -- One after the other: the second order of a tier must see the first, which makes it a second purchase.
  for v_order in
    select id from public.orders
    where user_id is null and paid_at is not null and anonymised_at is null
      and private.email_key(email) = (select private.email_key(email) from auth.users where id = p_user)
    order by paid_at, id
    for no key update
  loop
    update public.orders set user_id = p_user where id = v_order;
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
comment on function private.attach_waiting_orders(uuid) is
  'Attaches the paid orders that wait for the account''s address; the trigger on orders enrols the owner. Returns how many.';

create function private.prove_address(p_user uuid) returns integer
language plpgsql security definer
-- Definer: called by the functions below only.
set search_path = '' as $$
declare
  v_key text;
begin
  update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now())
  where id = p_user returning private.email_key(email) into strict v_key;
  insert into private.proven_addresses as mine (user_id, email_key) values (p_user, v_key)
  on conflict (user_id) do update set email_key = excluded.email_key, proven_at = now();
  -- Orders that were attached by their address alone, before this was asked.
  update public.orders set is_owner_proven = true
  where user_id = p_user and not is_owner_proven and private.email_key(email) = v_key;
  delete from private.address_links where private.email_key(email) = v_key;
  return private.attach_waiting_orders(p_user);
end $$;
comment on function private.prove_address(uuid) is
  'Notes that the account''s address is its owner''s, attaches the orders that wait for it and ends all links. Returns how many orders.';

-- Everything in the auth schema that hangs on an account is a way in or a trace of one: sessions, refresh tokens,
-- factors, identities, one-time tokens, known places. A table that the auth server gets one day is included.
create function private.end_all_access(p_user uuid) returns void
language plpgsql security definer
-- Definer: called by the functions below only.
set search_path = '' as $$
declare
  v_table record;
begin
  for v_table in
    select relname as name, format_type(atttypid, atttypmod) as type
    from pg_catalog.pg_attribute join pg_catalog.pg_class on pg_class.oid = attrelid
    where relnamespace = 'auth'::regnamespace and relkind in ('r', 'p') and attname = 'user_id' and not attisdropped
    order by 1
  loop
    execute format(
      'delete from auth.%I where user_id = $1::%s%s', v_table.name, v_table.type,
      case when v_table.name = 'identities' then ' and provider <> ''email''' else '' end
    ) using p_user::text;
  end loop;
  delete from public.recovery_codes where user_id = p_user;
  -- Empty rather than null: the hosted auth server cannot read a null in these columns.
  update auth.users set
    phone = null, phone_confirmed_at = null, phone_change = '', phone_change_token = '',
    confirmation_token = '', recovery_token = '', reauthentication_token = '',
    email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
    raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') - 'deletion_due_at')
      || '{"provider": "email", "providers": ["email"]}'
  where id = p_user;
end $$;
comment on function private.end_all_access(uuid) is
  'Ends every session, factor, recovery code, pending change and way to sign in of an account, except its password.';

create function public.begin_address_claim(p_token_hash text) returns jsonb
language plpgsql security definer
-- Definer: reads and writes the auth server's tables.
set search_path = '' as $$
declare
  v_link private.address_links := private.usable_link(p_token_hash);
  v_user uuid;
  v_order public.orders;
  v_deletion public.deletion_requests;
begin
  if v_link.token_hash is null then return null; end if;
  v_user := public.find_user_id_by_email(v_link.email);

  -- 1. No account (any more): the caller makes one.
  if v_user is null then
    select * into v_order from public.orders
    where user_id is null and paid_at is not null and anonymised_at is null
      and private.email_key(email) = private.email_key(v_link.email)
    order by paid_at limit 1;
    if not found then return null; end if;
    return jsonb_build_object(
      'outcome', 'no_account', 'email', v_link.email,
      'order', jsonb_build_object('id', v_order.id, 'first_name', v_order.first_name, 'last_name', v_order.last_name)
    );
  end if;

  -- 2. What a stranger asked for must not delete what is claimed now. Once it has begun there is no way back.
  delete from public.deletion_requests
  where user_id = v_user and begun_at is null and not private.is_owners_account(v_user)
  returning * into v_deletion;
  update public.mail_queue set status = 'skipped', finished_at = now()
  where dedupe_key = 'deletion_requested:' || v_deletion.id and status = 'queued';
  if exists (select from public.deletion_requests where user_id = v_user and begun_at is not null) then
    return jsonb_build_object('outcome', 'being_deleted');
  end if;

  -- 3. The owner is in the account already: the link adds the orders and changes nothing else.
  if private.is_owners_account(v_user) then
    perform private.prove_address(v_user);
    return jsonb_build_object('outcome', 'owned', 'email', v_link.email);
  end if;

  -- 4. Nobody gets in from now on, until the caller has set the owner's password.
  update private.address_links set locked_user_id = v_user, locked_at = now() where token_hash = p_token_hash;
  perform private.end_all_access(v_user);
  update auth.users set encrypted_password = '' where id = v_user;
  return jsonb_build_object('outcome', 'locked', 'email', v_link.email, 'user_id', v_user);
end $$;
comment on function public.begin_address_claim(text) is
  'First half of a claim: locks everyone out of an account whose address is not proven. Returns the outcome (no_account, being_deleted, owned, locked) with what the caller needs; null for a link that does not work. It may be repeated.';

create function public.finish_address_claim(p_token_hash text, p_user uuid) returns boolean
language plpgsql security definer
-- Definer: as begin_address_claim.
set search_path = '' as $$
declare
  v_link private.address_links := private.usable_link(p_token_hash);
begin
  -- The account that was locked, or one that the caller made. Anyone may have signed up in between.
  if v_link.token_hash is null or not exists (
    select from auth.users where id = p_user and private.email_key(email) = private.email_key(v_link.email)
  ) or not (v_link.locked_user_id is not distinct from p_user or private.is_owners_account(p_user)) then
    return false;
  end if;
  -- What was on its way in while the account was being locked.
  perform private.end_all_access(p_user);
  perform private.prove_address(p_user);
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  values ('account_claimed', 'account_claimed:' || p_token_hash, v_link.email, jsonb_build_object('user_id', p_user))
  on conflict (dedupe_key) do nothing;
  return true;
end $$;
comment on function public.finish_address_claim(text, uuid) is
  'Second half of a claim, once the password is the owner''s: the address is proven, the orders are attached and the link is used up. False when the account is not the one that was locked: begin again.';

create function public.confirm_address(p_token_hash text, p_user uuid) returns boolean
language plpgsql security definer
-- Definer: as begin_address_claim.
set search_path = '' as $$
declare
  v_link private.address_links := private.usable_link(p_token_hash);
begin
  if v_link.token_hash is null then return null; end if;
  if not exists (
    select from auth.users where id = p_user and private.email_key(email) = private.email_key(v_link.email)
  ) then
    return false;
  end if;
  perform private.prove_address(p_user);
  return true;
end $$;
comment on function public.confirm_address(text, uuid) is
  'Proves the address of somebody who is signed in and has the mail: nothing has to be removed. False for another account''s link, null for one that does not work.';

-- ---------------------------------------------------------------- orders without an account

create or replace function public.record_order_payment(
  p_order uuid, p_session text, p_user uuid, p_payment_intent text
) returns boolean
language plpgsql security definer
-- Definer: reads auth.users, and is the only way to queue these mails and fill a profile in one transaction.
set search_path = '' as $$
declare
  v_order public.orders;
  v_user uuid;
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

  -- 2. Whose it is: a signed-in buyer's, or that of the account of its address. An account that never proved the
  --    address gets nothing: the order waits for the owner of the address.
  v_user := case when v_order.user_id is not null or private.is_owners_account(p_user) then p_user end;

  -- 3. The payment. The trigger on orders computes the enrolment from it. The payments of a plan have invoices:
  --    record_plan writes them.
  update public.orders set
    status = 'paid', paid_at = now(), user_id = v_user, checkout_session_id = p_session,
    payment_intent_id = p_payment_intent
  where id = p_order;
  if v_order.plan = 'full' then
    insert into public.order_payments (order_id, number, payment_intent_id, amount_pence, due_at, paid_at)
    values (p_order, 1, p_payment_intent, v_order.total_pence, now(), now());
  end if;

  -- 4. The mails. Whether the account is new is read from the account itself, so that a crash between making it
  --    and coming here changes nothing.
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
  on conflict (dedupe_key) do nothing;
  if v_user is null then return true; end if;

  -- 5. Earlier orders of the address that still wait: their link was never opened, and the account has gone since.
  if v_order.user_id is null then perform private.attach_waiting_orders(v_user); end if;

  -- 6. The profile: empty fields are filled, nothing is overwritten. Left alone when a guest bought for an account
  --    that was there before: whoever made it need not be the buyer, and must not learn who that is.
  update public.profiles set
    first_name = coalesce(nullif(first_name, ''), v_order.first_name),
    last_name = coalesce(nullif(last_name, ''), v_order.last_name),
    organization = coalesce(nullif(organization, ''), nullif(v_order.organization, ''), organization),
    phone = coalesce(nullif(phone, ''), nullif(v_order.phone, ''), phone),
    country = coalesce(nullif(country, ''), nullif(v_order.country, ''), country)
  where id = v_user and (v_made_by_this_order or v_order.user_id is not null);
  return true;
end $$;
comment on function public.record_order_payment(uuid, text, uuid, text) is
  'The one grant: pays the order, enrols its owner (or lets it wait for the owner of its address), queues the mails and fills the profile, exactly once. False when it was done before.';

create or replace function private.is_claimable(p_order public.orders) returns boolean
language sql stable security definer
-- Definer: asks for people who may not read the tables it looks into.
set search_path = '' as $$
  select p_order.paid_at is not null and not p_order.made_signed_in and p_order.anonymised_at is null
    and exists (
      select from private.order_statuses where status = p_order.status and effect in ('active', 'paused')
    )
    and (
      p_order.user_id is null
      or exists (
        select from auth.users
        where id = p_order.user_id and (last_sign_in_at is null or last_sign_in_at < p_order.paid_at)
      )
    )
$$;
comment on function private.is_claimable(public.orders) is
  'True for a guest''s paid order that has no account yet, or one that nobody has signed in to since.';

-- Mails of this order that have not gone out are taken back, so that the last password mailed is the one that holds.
create or replace function private.queue_account_mail(p_order public.orders, p_occasion text) returns void
language plpgsql security definer
-- Definer: reads auth.users.
set search_path = '' as $$
declare
  v_email text := p_order.email;
  v_kind text := 'claim';
begin
  if p_order.user_id is not null then
    -- An account that nobody has used gets a fresh temporary password, whichever order it was made for.
    select email, case
      when last_sign_in_at is null and coalesce((raw_app_meta_data ->> 'must_change_password')::boolean, false)
      then 'credentials' else 'attached' end
    into strict v_email, v_kind
    from auth.users where id = p_order.user_id;
  end if;
  update public.mail_queue set status = 'skipped', finished_at = now()
  where order_id = p_order.id and status = 'queued' and kind in ('credentials', 'attached', 'claim');
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  values (
    v_kind, v_kind || ':' || p_order.id || ':' || p_occasion, v_email, p_order.id,
    case when p_order.user_id is null then '{}'::jsonb else jsonb_build_object('user_id', p_order.user_id) end
  )
  on conflict (dedupe_key) do nothing;
end $$;

create or replace function public.resend_credentials(p_order uuid) returns boolean
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_order public.orders;
begin
  select * into strict v_order from public.orders where id = p_order for update;
  -- Once a day: a temporary password ends after 14 days, and its owner may need another.
  if v_order.credentials_resent_at > now() - interval '1 day' or not private.is_claimable(v_order) then
    return false;
  end if;
  update public.orders set credentials_resent_at = now() where id = p_order;
  perform private.queue_account_mail(v_order, 'resent:' || private.iso(now()));
  return true;
end $$;
comment on function public.resend_credentials(uuid) is
  'Queues the mail with the way in once more, once a day. False when it is too early, or somebody has signed in since the payment.';

create or replace function public.correct_order_email(p_order uuid, p_email text, p_user uuid) returns jsonb
language plpgsql security definer
-- Definer: reads auth.users, calls private functions and fills a profile.
set search_path = '' as $$
declare
  v_order public.orders;
  v_is_corrected boolean := false;
begin
  -- 1. One at a time per order ("no key": another order may come to refer to this one meanwhile), and once.
  select * into strict v_order from public.orders where id = p_order for no key update;
  if v_order.email_corrected_at is not null then
    v_is_corrected := private.email_key(v_order.email) = private.email_key(p_email);
  elsif private.is_claimable(v_order) and v_order.user_id is distinct from p_user then
    v_is_corrected := true;

    -- 2. The order goes to the right account, or waits until the right address is proven; the trigger on orders ends
    --    the enrolment of the other.
    update public.orders set
      email = p_email, email_corrected_at = now(),
      user_id = case when private.is_owners_account(p_user) then p_user end
    where id = p_order returning * into v_order;

    -- 3. The way in, and everything about the purchase that went, or was to go, to the other address.
    perform private.queue_account_mail(v_order, 'corrected');
    insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
    select kind, dedupe_key || ':corrected', p_email, order_id, data from public.mail_queue
    where order_id = p_order and kind in ('receipt', 'plan_schedule', 'refund')
    on conflict (dedupe_key) do nothing;
    update public.mail_queue set status = 'skipped', finished_at = now()
    where order_id = p_order and status = 'queued' and recipient <> p_email
      and kind in ('receipt', 'plan_schedule', 'refund');

    -- 4. The profile of an account that was made for this order.
    update public.profiles set
      first_name = coalesce(nullif(first_name, ''), v_order.first_name),
      last_name = coalesce(nullif(last_name, ''), v_order.last_name),
      organization = coalesce(nullif(organization, ''), nullif(v_order.organization, ''), organization),
      phone = coalesce(nullif(phone, ''), nullif(v_order.phone, ''), phone),
      country = coalesce(nullif(country, ''), nullif(v_order.country, ''), country)
    where id = p_user and exists (
      select from auth.users where id = p_user and raw_app_meta_data ->> 'made_for_order' = p_order::text
    );
  end if;

  -- 5. Accounts made for this order that it no longer belongs to, and that nobody has ever used.
  return jsonb_build_object(
    'is_corrected', v_is_corrected,
    'unused_accounts', coalesce((
      select jsonb_agg(each.id) from auth.users as each
      where each.raw_app_meta_data ->> 'made_for_order' = p_order::text and each.last_sign_in_at is null
        and not exists (select from public.orders where user_id = each.id)
    ), '[]')
  );
end $$;

-- ---------------------------------------------------------------- mails to the owner

create or replace function private.tell_owner(p_kind text, p_user uuid, p_recipient text, p_data jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    insert into public.mail_queue (kind, dedupe_key, recipient, data)
    select p_kind, p_kind || ':' || pg_catalog.gen_random_uuid(), p_recipient,
      p_data || pg_catalog.jsonb_build_object('user_id', p_user, 'at', private.iso(pg_catalog.now()))
    where p_recipient <> ''
      -- Anybody can make an account of somebody else's address and change it all day long.
      and 5 > (
        select count(*) from public.mail_queue
        where kind = p_kind and recipient = p_recipient and created_at > pg_catalog.now() - interval '1 hour'
      )
      -- One mail tells of all that a claim changes.
      and not exists (
        select from private.address_links
        where locked_user_id = p_user and locked_at > pg_catalog.now() - interval '10 minutes'
      )
  $$;

revoke all on function
  public.add_address_link(text, text),
  private.usable_link(text),
  private.queue_link_mail(text, text, uuid, jsonb),
  public.request_address_link(text, uuid),
  private.attach_waiting_orders(uuid),
  private.prove_address(uuid),
  private.end_all_access(uuid),
  public.begin_address_claim(text),
  public.finish_address_claim(text, uuid),
  public.confirm_address(text, uuid)
from public, anon, authenticated, service_role;
grant execute on function
  public.add_address_link(text, text),
  public.request_address_link(text, uuid),
  public.begin_address_claim(text),
  public.finish_address_claim(text, uuid),
  public.confirm_address(text, uuid)
to service_role;
