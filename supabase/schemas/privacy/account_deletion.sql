-- Requests to delete an account, with seven days to undo them (docs/decisions/0025). person_removal.sql has the deletion.

create table public.deletion_requests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  id uuid not null unique default gen_random_uuid(),
  requested_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '7 days',
  keeps_certificate boolean not null,
  -- SHA-256 of the keys in the emails with which the request can be undone. Each attempt to send the email adds one.
  link_hashes text[] not null default '{}',
  -- Set when the deletion begins, after which it cannot be undone.
  begun_at timestamptz,
  tried_at timestamptz
);
comment on table public.deletion_requests is
  'Accounts whose owners requested deletion. Undoing the request deletes the row; otherwise it is deleted with the account.';
create index deletion_requests_due_at on public.deletion_requests (due_at);

alter table public.deletion_requests enable row level security;
grant select on public.deletion_requests to service_role;
grant select (
  user_id, requested_at, due_at, keeps_certificate, begun_at
) on public.deletion_requests to authenticated;

create policy "owners see that their account is to be deleted" on public.deletion_requests
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.deletion_requests as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function public.request_deletion(p_user uuid, p_keeps_certificate boolean) returns text
language plpgsql security definer
-- Definer: no role may write the table. It reads auth.users and queues the email in the same transaction.
set search_path = '' as $$
declare
  v_mine public.deletion_requests;
begin
  insert into public.deletion_requests (user_id, keeps_certificate) values (p_user, p_keeps_certificate)
  on conflict (user_id) do nothing returning * into v_mine;
  if not found then
    -- Requested again: the date stays, the choice may change.
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
  'Requests the deletion of the account in seven days and queues the email about it. Returns when it is due.';

create function public.add_deletion_link(p_user uuid, p_link_hash text) returns text
language sql security definer
-- Definer: same reason as request_deletion.
set search_path = '' as $$
  update public.deletion_requests set link_hashes = link_hashes || p_link_hash
  where user_id = p_user and begun_at is null
  returning private.iso(due_at)
$$;
comment on function public.add_deletion_link(uuid, text) is
  'Adds a key that can undo the deletion. Returns when it is due; null when there is no request, or it can no longer be undone.';

create function public.keep_account(p_user uuid, p_link_hash text) returns uuid
language plpgsql security definer
-- Definer: same reason as request_deletion.
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
  'Undoes a deletion that has not begun, for the owner or the bearer of an emailed key. Returns the account''s id; null when there is nothing to undo.';

-- Considers only orders whose owner is proven, so that deleting an account cannot end another buyer's plan or delete
-- that buyer's customer record and files.
create function public.claim_deletions(p_limit integer) returns jsonb
language plpgsql security definer
-- Definer: same reason as request_deletion.
set search_path = '' as $$
declare
  v_users uuid[];
begin
  -- 1. Each is claimed by one caller; a failed one waits before it is tried again.
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

  -- 2. End unfinished plans here first, so that later events of the provider change nothing.
  update public.orders set status = 'revoked'
  where user_id = any (v_users) and is_owner_proven and private.is_unfinished_plan(orders);

  -- 3. What the caller has to end or remove elsewhere before the account can be deleted.
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'user_id', each,
      'subscriptions', (
        select coalesce(jsonb_agg(subscription_id), '[]') from public.orders
        where user_id = each and is_owner_proven and subscription_id is not null and status = 'revoked'
      ),
      'customers', (
        select coalesce(jsonb_agg(distinct customer_id), '[]') from public.orders
        -- Without the customer, nobody could transfer the money for an open invoice. It goes with the order, later.
        where user_id = each and is_owner_proven and customer_id is not null and status <> 'invoiced'
      ),
      'student_ids', (
        select coalesce(jsonb_agg(jsonb_build_object('id', mine.id, 'path', mine.path)), '[]')
        from public.student_ids as mine join public.orders as theirs on theirs.id = mine.order_id
        where theirs.user_id = each and theirs.is_owner_proven
      )
    )) from unnest(v_users) as each
  ), '[]');
end $$;
comment on function public.claim_deletions(integer) is
  'Begins the deletions that are due. Returns what must be ended or removed elsewhere first: [{ user_id, subscriptions, customers, student_ids: [{ id, path }] }].';

grant execute on function
  public.request_deletion(uuid, boolean),
  public.add_deletion_link(uuid, text),
  public.keep_account(uuid, text),
  public.claim_deletions(integer)
to service_role;
