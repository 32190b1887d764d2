-- What an account learns about orders that were attached to it by their address alone, and what goes with an account:
-- docs/decisions/0035.

create or replace function private.export_my_data(p_user uuid) returns jsonb
language plpgsql stable security definer
-- Definer: reads tables that are granted to nobody.
set search_path = '' as $$
declare
  v_is_proven constant boolean := private.has_proven_address(p_user);
  v_email text;
  v_orders uuid[];
  v_table record;
  v_rows jsonb;
  v_sections jsonb;
begin
  select email into strict v_email from auth.users where id = p_user;
  -- An order that was attached by its address alone tells nothing of its buyer until the address is proven: the person
  -- who made the account need not be the buyer.
  select coalesce(array_agg(id), '{}') into v_orders from public.orders where user_id = p_user and is_owner_proven;

  -- 1. What hangs on the account in another way than by a column user_id.
  v_sections := jsonb_build_object(
    'profiles', (
      select coalesce(jsonb_agg(to_jsonb(mine)), '[]') from public.profiles as mine where id = p_user
    ),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'created_at', created_at, 'refreshed_at', refreshed_at, 'user_agent', user_agent, 'ip', host(ip::inet)
      ) order by created_at), '[]') from auth.sessions where user_id = p_user
    ),
    'sign_ins', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', created_at, 'what', payload ->> 'action', 'ip', ip_address
      ) order by created_at), '[]') from auth.audit_log_entries where payload ->> 'actor_id' = p_user::text
    ),
    'orders', (
      select coalesce(jsonb_agg(
        case when mine.id = any (v_orders) then private.copy_of_row(to_jsonb(mine))
          -- What the account can see of it anyway: that it gives access.
          else jsonb_build_object(
            'id', mine.id, 'status', mine.status, 'course_id', mine.course_id, 'tier', mine.tier, 'plan', mine.plan,
            'created_at', mine.created_at, 'paid_at', mine.paid_at
          ) end
        order by mine.created_at
      ), '[]') from public.orders as mine where user_id = p_user
    ),
    'order_payments', (
      select coalesce(jsonb_agg(to_jsonb(mine) order by mine.due_at), '[]')
      from public.order_payments as mine where order_id = any (v_orders)
    ),
    'order_disputes', (
      select coalesce(jsonb_agg(to_jsonb(mine)), '[]')
      from private.order_disputes as mine where order_id = any (v_orders)
    ),
    'student_ids', (
      select coalesce(jsonb_agg(private.copy_of_row(to_jsonb(mine)) order by mine.uploaded_at), '[]')
      from public.student_ids as mine where order_id = any (v_orders)
    ),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(mine) order by mine.created_at), '[]')
      from public.contact_messages as mine
      where v_is_proven and private.email_key(email) = private.email_key(v_email)
    ),
    'mail_queue', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', kind, 'recipient', recipient, 'status', status, 'created_at', created_at, 'finished_at', finished_at
      ) order by created_at), '[]') from public.mail_queue
      where order_id = any (v_orders) or data ->> 'user_id' = p_user::text
        or (order_id is null and contact_message_id is null and recipient = v_email)
    )
  );

  -- 2. Every other table that refers to the account, those that will be made one day included.
  for v_table in
    select pg_namespace.nspname as schema, pg_class.relname as name
    from pg_catalog.pg_constraint
    join pg_catalog.pg_class on pg_class.oid = conrelid
    join pg_catalog.pg_namespace on pg_namespace.oid = pg_class.relnamespace
    join pg_catalog.pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'auth.users'::regclass and attname = 'user_id'
      and pg_namespace.nspname in ('public', 'private') and pg_class.relname <> 'orders'
    order by 1, 2
  loop
    execute format(
      'select coalesce(jsonb_agg(private.copy_of_row(to_jsonb(mine))), ''[]'') from %I.%I as mine where user_id = $1',
      v_table.schema, v_table.name
    ) into v_rows using p_user;
    v_sections := v_sections || jsonb_build_object(v_table.name, v_rows);
  end loop;
  return jsonb_build_object('isAddressProven', v_is_proven, 'sections', v_sections);
end $$;

-- Links go with an account whose address is proven. Those of any other belong to the owner of the address, who may have
-- orders waiting, not to the person who made the account.
create or replace function private.forget_person() returns trigger
language plpgsql security definer
-- Definer: it runs as the auth server's role, which has no rights on public tables.
set search_path = '' as $$
declare
  v_request public.deletion_requests;
  v_order public.orders;
begin
  select * into v_request from public.deletion_requests where user_id = old.id;

  -- 0. Orders of a buyer who is not known to have this account: they wait for the owner of their address instead.
  for v_order in
    update public.orders set user_id = null
    where user_id = old.id and paid_at is not null and not is_owner_proven
    returning *
  loop
    perform private.queue_account_mail(v_order, 'detached');
  end loop;

  -- 1. A plan that is not paid up: of one that claim_deletions did not see, reconcile-payments ends the rest.
  update public.orders set status = 'revoked', checked_at = null
  where user_id = old.id and private.is_unfinished_plan(orders);

  -- 2. The certificate stays, without its account, when that was chosen; else it is no longer valid, and goes.
  if coalesce(v_request.keeps_certificate, false) then
    update public.certificates set user_id = null where user_id = old.id and revoked_at is null;
  end if;
  update public.certificates set revoked_at = now(), revoked_reason = 'withdrawn'
  where user_id = old.id and revoked_at is null;

  -- 3. Mails on their way or sent. The last one knows nothing but where to go.
  delete from public.mail_queue
  where data ->> 'user_id' = old.id::text
    or order_id in (select id from public.orders where user_id = old.id)
    or (order_id is null and contact_message_id is null and recipient = old.email);
  if v_request.id is not null and old.email is not null then
    insert into public.mail_queue (kind, dedupe_key, recipient)
    values ('account_deleted', 'account_deleted:' || v_request.id, old.email);
  end if;

  -- 4. Messages and orders by the address alone, where it is known to be this person's.
  if v_request.id is not null and private.has_proven_address(old.id) then
    delete from public.contact_messages where private.email_key(email) = private.email_key(old.email);
    delete from private.address_links where private.email_key(email) = private.email_key(old.email);
    delete from public.orders
    where paid_at is null and user_id is null and created_at < now() - interval '8 days'
      and private.email_key(email) = private.email_key(old.email);
  end if;

  -- 5. Sales stay, without the person. What was never paid does not, once nobody asks the provider any more whether it
  --    was (claim_orders_to_reconcile: 7 days).
  update public.student_ids set order_id = null
  where order_id in (select id from public.orders where user_id = old.id);
  delete from public.orders where user_id = old.id and paid_at is null and created_at < now() - interval '8 days';
  perform private.anonymise_order(id) from public.orders where user_id = old.id and paid_at is not null;

  -- 6. What the auth server has noted of signing in and out. (That the account was deleted, it notes later.)
  delete from auth.audit_log_entries where payload ->> 'actor_id' = old.id::text;
  return old;
end $$;

-- Nor does such an account end another buyer's plan, or have their customer and files deleted.
create or replace function public.claim_deletions(p_limit integer) returns jsonb
language plpgsql security definer
-- Definer: as request_deletion.
set search_path = '' as $$
declare
  v_users uuid[];
begin
  -- 1. Each to one of several callers; one that fails waits before it is tried again.
  with due as (
    select user_id from public.deletion_requests
    where due_at <= now() and coalesce(tried_at <= now() - interval '55 seconds', true)
    order by tried_at nulls first, due_at
    limit p_limit
    for update skip locked
  ), claimed as (
    update public.deletion_requests as mine set begun_at = coalesce(begun_at, now()), tried_at = now()
    from due where mine.user_id = due.user_id returning mine.user_id
  )
  select coalesce(array_agg(user_id), '{}') into v_users from claimed;

  -- 2. A plan that is not paid up ends here first, so that what the provider then tells of it changes nothing more.
  update public.orders set status = 'revoked'
  where user_id = any (v_users) and is_owner_proven and private.is_unfinished_plan(orders);

  -- 3. What has to be done elsewhere before the account can go.
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'user_id', each,
      'subscriptions', (
        select coalesce(jsonb_agg(subscription_id), '[]') from public.orders
        where user_id = each and is_owner_proven and subscription_id is not null and status = 'revoked'
      ),
      'customers', (
        select coalesce(jsonb_agg(distinct customer_id), '[]') from public.orders
        where user_id = each and is_owner_proven and customer_id is not null
      ),
      'student_ids', (
        select coalesce(jsonb_agg(jsonb_build_object('id', mine.id, 'path', mine.path)), '[]')
        from public.student_ids as mine join public.orders as theirs on theirs.id = mine.order_id
        where theirs.user_id = each and theirs.is_owner_proven
      )
    )) from unnest(v_users) as each
  ), '[]');
end $$;
