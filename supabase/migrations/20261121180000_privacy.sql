-- What a person can have done with all that is kept of them (a copy, the end of it), and how long things are kept when
-- nobody asks. Why it is as it is: docs/decisions/0025.

-- ---------------------------------------------------------------- accounts that are to be deleted

create table public.deletion_requests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  id uuid not null unique default gen_random_uuid(),
  requested_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '7 days',
  keeps_certificate boolean not null,
  -- SHA-256 of the keys in the mails that undo it. One more for each time that the mail was tried.
  link_hashes text[] not null default '{}',
  -- Set when the deletion has been taken up: from then on there is no way back.
  begun_at timestamptz,
  tried_at timestamptz
);
comment on table public.deletion_requests is
  'Accounts whose owners want them deleted. A row is taken back by undoing it, and goes with the account at the end.';
create index deletion_requests_due_at on public.deletion_requests (due_at);

alter table public.deletion_requests enable row level security;
revoke all on public.deletion_requests from public, anon, authenticated, service_role;
grant select (user_id, requested_at, due_at, keeps_certificate, begun_at) on public.deletion_requests to authenticated;
grant select on public.deletion_requests to service_role;
create policy "owners see that their account is to be deleted" on public.deletion_requests
  for select to authenticated using (user_id = (select auth.uid()));

create function public.request_deletion(p_user uuid, p_keeps_certificate boolean) returns text
language plpgsql security definer
-- Definer: it is the only writer, reads auth.users, and queues the mail in the same transaction.
set search_path = '' as $$
declare
  v_mine public.deletion_requests;
begin
  insert into public.deletion_requests (user_id, keeps_certificate) values (p_user, p_keeps_certificate)
  on conflict (user_id) do nothing returning * into v_mine;
  if not found then
    -- Asked again: the days go on as they were, the choice may change.
    update public.deletion_requests set keeps_certificate = p_keeps_certificate
    where user_id = p_user and begun_at is null;
    return (select private.iso(due_at) from public.deletion_requests where user_id = p_user);
  end if;
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  select 'deletion_requested', 'deletion_requested:' || v_mine.id, email, jsonb_build_object('user_id', p_user)
  from auth.users where id = p_user and email is not null;
  return private.iso(v_mine.due_at);
end $$;
comment on function public.request_deletion(uuid, boolean) is
  'Notes that the account is to be deleted in seven days and queues the mail that says so. Returns when it is due.';

create function public.add_deletion_link(p_user uuid, p_link_hash text) returns text
language sql security definer
-- Definer: as request_deletion.
set search_path = '' as $$
  update public.deletion_requests set link_hashes = link_hashes || p_link_hash
  where user_id = p_user and begun_at is null
  returning private.iso(due_at)
$$;
comment on function public.add_deletion_link(uuid, text) is
  'Lets one more key undo the deletion. Returns when it is due; null when there is none, or no way back any more.';

create function public.keep_account(p_user uuid, p_link_hash text) returns uuid
language plpgsql security definer
-- Definer: as request_deletion.
set search_path = '' as $$
declare
  v_mine public.deletion_requests;
begin
  delete from public.deletion_requests
  where begun_at is null and (user_id = p_user or p_link_hash = any (link_hashes))
  returning * into v_mine;
  if not found then return null; end if;
  update public.mail_queue set status = 'skipped', finished_at = now()
  where dedupe_key = 'deletion_requested:' || v_mine.id and status = 'queued';
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  select 'deletion_undone', 'deletion_undone:' || v_mine.id, email, jsonb_build_object('user_id', v_mine.user_id)
  from auth.users where id = v_mine.user_id and email is not null;
  return v_mine.user_id;
end $$;
comment on function public.keep_account(uuid, text) is
  'Undoes a deletion that has not begun, for its owner or the bearer of a mailed key. Returns whose; null when there is nothing to undo.';

-- ---------------------------------------------------------------- orders without their person

alter table public.orders
  add column anonymised_at timestamptz,
  drop constraint orders_email_check,
  drop constraint orders_first_name_check,
  drop constraint orders_last_name_check,
  add constraint orders_person_check check (
    case when anonymised_at is null
      then length(email) between 3 and 255 and length(first_name) between 1 and 100
        and length(last_name) between 1 and 100
      else email = '' and first_name = '' and last_name = '' and phone = ''
    end
  );
comment on column public.orders.anonymised_at is
  'When the person was taken out of the record of the sale. What was sold, for how much, when, and to which country or organisation stays, as tax law asks.';

create function private.anonymise_order(p_order uuid) returns void
language sql volatile security definer
-- Definer: called by the functions below only.
set search_path = '' as $$
  update public.orders set
    email = '', first_name = '', last_name = '', phone = '', customer_id = null,
    -- A student's university says who somebody is; an organisation is the customer of the sale.
    organization = case when tier = 'student' then '' else organization end,
    claim_token_hash = encode(sha256(gen_random_uuid()::text::bytea), 'hex'),
    anonymised_at = now()
  where id = p_order and anonymised_at is null
$$;

-- ---------------------------------------------------------------- the deletion

create function private.has_proven_address(p_user uuid) returns boolean
language sql stable security definer
-- Definer: reads auth.users.
set search_path = '' as $$
  select exists (
    select from auth.users
    where id = p_user and raw_app_meta_data ? 'made_for_order' and last_sign_in_at is not null
  )
$$;
comment on function private.has_proven_address(uuid) is
  'True when the way in was mailed to the account''s address and used. Whoever signs up by themselves may have typed anybody''s.';

create function private.is_unfinished_plan(p_order public.orders) returns boolean
language sql stable security definer
-- Definer: called by the functions below only.
set search_path = '' as $$
  select p_order.plan = 'installment' and p_order.status in ('paid', 'past_due', 'paused', 'disputed')
    and 3 > (select count(*) from public.order_payments where order_id = p_order.id and paid_at is not null)
$$;
comment on function private.is_unfinished_plan(public.orders) is
  'True when payments of a plan are still to come, or were stopped.';

create function public.claim_deletions(p_limit integer) returns jsonb
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
  where user_id = any (v_users) and private.is_unfinished_plan(orders);

  -- 3. What has to be done elsewhere before the account can go.
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'user_id', each,
      'subscriptions', (
        select coalesce(jsonb_agg(subscription_id), '[]') from public.orders
        where user_id = each and subscription_id is not null and status = 'revoked'
      ),
      'customers', (
        select coalesce(jsonb_agg(distinct customer_id), '[]') from public.orders
        where user_id = each and customer_id is not null
      ),
      'student_ids', (
        select coalesce(jsonb_agg(jsonb_build_object('id', mine.id, 'path', mine.path)), '[]')
        from public.student_ids as mine join public.orders as theirs on theirs.id = mine.order_id
        where theirs.user_id = each
      )
    )) from unnest(v_users) as each
  ), '[]');
end $$;
comment on function public.claim_deletions(integer) is
  'Takes up the deletions that are due: [{ user_id, subscriptions, customers, student_ids: [{ id, path }] }] is what must be ended or removed elsewhere first.';

-- However an account is deleted (by our function, in a dashboard), this goes with it in the same transaction. All other
-- tables refer to the account with "on delete cascade".
create function private.forget_person() returns trigger
language plpgsql security definer
-- Definer: it runs as the auth server's role, which has no rights on public tables.
set search_path = '' as $$
declare
  v_request public.deletion_requests;
begin
  select * into v_request from public.deletion_requests where user_id = old.id;

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
comment on function private.forget_person is 'Takes a person out of everything that outlives their account.';

create trigger forget_person before delete on auth.users
  for each row execute function private.forget_person();

alter table public.certificates alter column user_id drop not null;
comment on column public.certificates.user_id is
  'Null when the account was deleted and its owner wanted the certificate to stay valid.';

-- ---------------------------------------------------------------- a copy of everything

create function private.copy_of_row(p_row jsonb) returns jsonb
language sql immutable security invoker
set search_path = '' as $$
  select jsonb_object_agg(key, value) from jsonb_each(p_row) where key <> 'user_id' and key !~ '_hash(es)?$'
$$;
comment on function private.copy_of_row(jsonb) is 'A row as its person gets it: without hashes, which only serve as keys.';

create function public.export_my_data(p_user uuid) returns jsonb
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
  -- An order that a guest made with this address tells nothing of its buyer unless the address is proven: whoever made
  -- the account need not be the buyer.
  select coalesce(array_agg(id), '{}') into v_orders from public.orders
  where user_id = p_user and (v_is_proven or made_signed_in);

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
        private.copy_of_row(to_jsonb(mine))
        - case when mine.id = any (v_orders) then '{}'
          else array['email', 'first_name', 'last_name', 'phone', 'country', 'organization'] end
        order by mine.created_at
      ), '[]') from public.orders as mine where user_id = p_user
    ),
    'order_payments', (
      select coalesce(jsonb_agg(to_jsonb(mine) order by mine.due_at), '[]')
      from public.order_payments as mine join public.orders as theirs on theirs.id = mine.order_id
      where theirs.user_id = p_user
    ),
    'order_disputes', (
      select coalesce(jsonb_agg(to_jsonb(mine)), '[]')
      from private.order_disputes as mine join public.orders as theirs on theirs.id = mine.order_id
      where theirs.user_id = p_user
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
comment on function public.export_my_data(uuid) is
  'Everything that the database holds of a person, table by table, without what only serves as a key. tests/privacy/tables.ts has the decision for each table.';

-- ---------------------------------------------------------------- how long things are kept

create table private.retention_rules (
  name text primary key,
  keeps interval not null,
  -- Run with the time before which things have been kept long enough. Null where a file goes too: due_student_ids.
  statement text
);
comment on table private.retention_rules is
  'How long what is kept, and what is done then. The privacy policy says the same in words; a test compares the two.';
alter table private.retention_rules enable row level security;
revoke all on private.retention_rules from public, anon, authenticated, service_role;

insert into private.retention_rules (name, keeps, statement) values
  ('student ID, after review', interval '90 days', null),
  ('student ID, after upload', interval '180 days', null),
  ('student ID without an order', interval '7 days', null),
  ('contact message', interval '180 days',
   -- Once it has reached the provider's mailbox.
   $$delete from public.contact_messages as mine where created_at < $1 and not exists (
     select from public.mail_queue
     where contact_message_id = mine.id and kind = 'contact_message' and status <> 'sent')$$),
  ('unpaid order', interval '180 days', $$delete from public.orders where paid_at is null and created_at < $1$$),
  ('person of a paid order', interval '7 years',
   $$select private.anonymise_order(id) from public.orders where paid_at < $1 and anonymised_at is null$$),
  -- The row stays, so that no mail is sent twice.
  ('address of a mail', interval '90 days',
   $$update public.mail_queue set recipient = '', data = '{}' where finished_at < $1 and recipient <> ''$$),
  ('event of the payment provider', interval '90 days',
   $$delete from public.stripe_events where processed_at is not null and received_at < $1$$),
  ('sign-in log', interval '90 days', $$delete from auth.audit_log_entries where created_at < $1$$),
  ('count against abuse', interval '1 day', $$delete from public.rate_limits where window_start < $1$$);

create function public.apply_retention() returns jsonb
language plpgsql security definer
-- Definer: it deletes from tables that nobody may delete from.
set search_path = '' as $$
declare
  v_rule private.retention_rules;
  v_count integer;
  v_counts jsonb := '{}';
begin
  for v_rule in select * from private.retention_rules where statement is not null order by name loop
    execute v_rule.statement using now() - v_rule.keeps;
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object(v_rule.name, v_count);
  end loop;
  return v_counts;
end $$;
comment on function public.apply_retention() is
  'Removes what has been kept long enough by private.retention_rules. Returns how many rows of each rule.';

create function public.due_student_ids(p_limit integer) returns jsonb
language sql stable security definer
-- Definer: reads private.retention_rules.
set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'path', path)), '[]') from (
    select mine.id, mine.path from public.student_ids as mine
    where reviewed_at < now() - (select keeps from private.retention_rules where name = 'student ID, after review')
      or uploaded_at < now() - (select keeps from private.retention_rules where name = 'student ID, after upload')
      or (
        uploaded_at < now() - (select keeps from private.retention_rules where name = 'student ID without an order')
        and not exists (select from public.orders where id = mine.order_id and paid_at is not null)
      )
    order by uploaded_at
    limit p_limit
  ) as due
$$;
comment on function public.due_student_ids(integer) is
  'Student IDs that have been kept long enough: [{ id, path }]. Whoever asks removes the file, then the row.';

revoke all on function
  public.request_deletion(uuid, boolean),
  public.add_deletion_link(uuid, text),
  public.keep_account(uuid, text),
  public.claim_deletions(integer),
  public.export_my_data(uuid),
  public.apply_retention(),
  public.due_student_ids(integer),
  private.anonymise_order(uuid),
  private.copy_of_row(jsonb),
  private.has_proven_address(uuid),
  private.is_unfinished_plan(public.orders),
  private.forget_person()
from public, anon, authenticated, service_role;
grant execute on function
  public.request_deletion(uuid, boolean),
  public.add_deletion_link(uuid, text),
  public.keep_account(uuid, text),
  public.claim_deletions(integer),
  public.export_my_data(uuid),
  public.apply_retention(),
  public.due_student_ids(integer)
to service_role;
