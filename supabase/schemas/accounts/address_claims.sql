-- Claiming an account with a link that proves its address: revokes all earlier access and attaches waiting orders.

create function private.attach_waiting_orders(p_user uuid) returns integer
language plpgsql security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
declare
  v_order uuid;
  v_count integer := 0;
begin
  -- One at a time: the second order of a tier must see the first, so that it counts as a second purchase.
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
  'Attaches the paid orders that are waiting for the account''s address; the trigger on orders enrols the owner. Returns their number.';

create function private.prove_address(p_user uuid) returns integer
language plpgsql security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
declare
  v_key text;
begin
  update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now())
  where id = p_user returning private.email_key(email) into strict v_key;
  insert into private.proven_addresses as mine (user_id, email_key) values (p_user, v_key)
  on conflict (user_id) do update set email_key = excluded.email_key, proven_at = now();
  -- Orders that were attached only by their address.
  update public.orders set is_owner_proven = true
  where user_id = p_user and not is_owner_proven and private.email_key(email) = v_key;
  delete from private.address_links where private.email_key(email) = v_key;
  return private.attach_waiting_orders(p_user);
end $$;
comment on function private.prove_address(uuid) is
  'Records that the account''s owner proved its address, attaches the orders that are waiting for it and deletes its links. Returns the number of orders.';

-- Everything in the auth schema that refers to an account is a way to sign in or a trace of one: sessions, refresh tokens,
-- factors, identities, one-time tokens, known addresses. Tables that the auth server adds later are included.
create function private.end_all_access(p_user uuid) returns void
language plpgsql security definer
-- Definer: called only by functions that run as their owner.
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

  -- 1. No account: the caller creates one.
  if v_user is null then
    select * into v_order from public.orders
    where user_id is null and paid_at is not null and anonymised_at is null
      and private.email_key(email) = private.email_key(v_link.email)
    order by paid_at limit 1;
    -- An invitation to a team brings no name: nobody but its recipient gives one.
    v_order.id := coalesce(v_order.id, private.invitation_for(v_link.email));
    if v_order.id is null then return null; end if;
    return jsonb_build_object(
      'outcome', 'no_account', 'email', v_link.email,
      'order', jsonb_build_object('id', v_order.id,
        'first_name', coalesce(v_order.first_name, ''), 'last_name', coalesce(v_order.last_name, ''))
    );
  end if;

  -- 2. Undo a deletion that someone else requested: it must not delete the claimed account. Once begun, it is final.
  delete from public.deletion_requests
  where user_id = v_user and begun_at is null and not private.is_owners_account(v_user)
  returning * into v_deletion;
  update public.mail_queue set status = 'skipped', finished_at = now()
  where dedupe_key = 'deletion_requested:' || v_deletion.id and status = 'queued';
  if exists (select from public.deletion_requests where user_id = v_user and begun_at is not null) then
    return jsonb_build_object('outcome', 'being_deleted');
  end if;

  -- 3. The owner already controls the account: the link attaches the orders and changes nothing else.
  if private.is_owners_account(v_user) then
    perform private.prove_address(v_user);
    return jsonb_build_object('outcome', 'owned', 'email', v_link.email);
  end if;

  -- 4. Nobody can sign in until the caller has set the owner's password.
  update private.address_links set locked_user_id = v_user, locked_at = now() where token_hash = p_token_hash;
  perform private.end_all_access(v_user);
  update auth.users set encrypted_password = '' where id = v_user;
  return jsonb_build_object('outcome', 'locked', 'email', v_link.email, 'user_id', v_user);
end $$;
comment on function public.begin_address_claim(text) is
  'First half of a claim: locks everyone out of an account whose address is not proven. Returns the outcome (no_account, being_deleted, owned, locked) with what the caller needs; null for a link that does not work. Safe to repeat.';

create function public.finish_address_claim(p_token_hash text, p_user uuid) returns boolean
language plpgsql security definer
-- Definer: same reason as begin_address_claim.
set search_path = '' as $$
declare
  v_link private.address_links := private.usable_link(p_token_hash);
begin
  -- The locked account, or one that the caller created. Anyone may have signed up in between.
  if v_link.token_hash is null or not exists (
    select from auth.users where id = p_user and private.email_key(email) = private.email_key(v_link.email)
  ) or not (v_link.locked_user_id is not distinct from p_user or private.is_owners_account(p_user)) then
    return false;
  end if;
  -- End any access that was gained while the account was being locked.
  perform private.end_all_access(p_user);
  perform private.prove_address(p_user);
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  values ('account_claimed', 'account_claimed:' || p_token_hash, v_link.email, jsonb_build_object('user_id', p_user))
  on conflict (dedupe_key) do nothing;
  return true;
end $$;
comment on function public.finish_address_claim(text, uuid) is
  'Second half of a claim, after the owner set a password: proves the address, attaches the orders and uses up the link. False when the account is not the locked one; the caller then begins again.';

create function public.confirm_address(p_token_hash text, p_user uuid) returns boolean
language plpgsql security definer
-- Definer: same reason as begin_address_claim.
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
  'Proves the address of a signed-in user who opened the link; the other ways to sign in keep working. False for another account''s link, null for one that does not work.';

grant execute on function
  public.begin_address_claim(text),
  public.finish_address_claim(text, uuid),
  public.confirm_address(text, uuid)
to service_role;
