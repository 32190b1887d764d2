-- Removing personal data from records that outlive the account: sales, certificates and the payment provider's customers.

-- Customers to delete at the payment provider as well, because their orders were anonymised: after an account was deleted
-- in any way, or after seven years (docs/decisions/0025).
create table private.customers_to_delete (
  customer_id text primary key check (length(customer_id) between 1 and 255),
  noted_at timestamptz not null default now()
);
comment on table private.customers_to_delete is
  'The provider''s customers of anonymised orders, until delete-due-accounts deletes them there.';

alter table private.customers_to_delete enable row level security;

create function private.anonymise_order(p_order uuid) returns void
language sql volatile security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
  insert into private.customers_to_delete (customer_id)
  select customer_id from public.orders
  where id = p_order and anonymised_at is null and customer_id is not null
  on conflict (customer_id) do nothing;
  delete from private.student_id_decisions where order_id = p_order;
  update public.order_invoices set billing = '{}', invoice_url = null where order_id = p_order;
  update public.orders set
    email = '', first_name = '', last_name = '', phone = '', customer_id = null,
    -- A student's university is personal data; an organisation is the customer of the sale.
    organization = case when tier = 'student' then '' else organization end,
    claim_token_hash = encode(sha256(gen_random_uuid()::text::bytea), 'hex'),
    anonymised_at = now()
  where id = p_order and anonymised_at is null
$$;
comment on function private.anonymise_order(uuid) is
  'Removes the personal data from a sale, and lists the provider''s customer for deletion.';

-- Runs in the transaction that deletes the account, whether our function or an administrator in a dashboard deletes it.
-- All other tables refer to the account with "on delete cascade".
create function private.forget_person() returns trigger
language plpgsql security definer
-- Definer: it runs as the auth server's role, which has no rights on public tables.
set search_path = '' as $$
declare
  v_request public.deletion_requests;
  v_order public.orders;
begin
  select * into v_request from public.deletion_requests where user_id = old.id;

  -- 1. Orders whose buyer is not known to own this account wait for the owner of their address instead.
  for v_order in
    update public.orders set user_id = null
    where user_id = old.id and paid_at is not null and not is_owner_proven
    returning *
  loop
    perform private.queue_account_mail(v_order, 'detached');
  end loop;

  -- 2. Unfinished plans end. For one that claim_deletions did not see, reconcile-payments cancels the rest.
  update public.orders set status = 'revoked', checked_at = null
  where user_id = old.id and private.is_unfinished_plan(orders);

  -- 3. The certificate is kept, without its account, if the owner chose so. Otherwise it is revoked and deleted.
  if coalesce(v_request.keeps_certificate, false) then
    update public.certificates set user_id = null where user_id = old.id and revoked_at is null;
  end if;
  update public.certificates set revoked_at = now(), revoked_reason = 'withdrawn'
  where user_id = old.id and revoked_at is null;

  -- 4. Emails, queued or sent. The last one contains nothing but its recipient.
  delete from public.mail_queue
  where data ->> 'user_id' = old.id::text
    or order_id in (select id from public.orders where user_id = old.id)
    or (order_id is null and contact_message_id is null and recipient = old.email);
  if v_request.id is not null and old.email is not null then
    insert into public.mail_queue (kind, dedupe_key, recipient)
    values ('account_deleted', 'account_deleted:' || v_request.id, old.email);
  end if;

  -- Orders before teams before places, as everywhere.
  perform from public.orders where user_id = old.id order by id for no key update;
  perform from public.teams where owner_id = old.id order by id for no key update;

  -- 5. Messages, links and orders by the address alone, if the address is proven. Otherwise they belong to the owner of
  --    the address, who may have orders waiting, and not to the person who created the account.
  if v_request.id is not null and private.has_proven_address(old.id) then
    delete from public.contact_messages where private.email_key(email) = private.email_key(old.email);
    delete from private.course_interests where private.email_key(email) = private.email_key(old.email);
    delete from public.team_seats where claimed_at is null and private.email_key(email) = private.email_key(old.email);
    delete from private.address_links where private.email_key(email) = private.email_key(old.email);
    delete from public.orders
    where paid_at is null and user_id is null and created_at < now() - interval '8 days' and status <> 'invoiced'
      and private.email_key(email) = private.email_key(old.email);
  end if;

  -- 6. A team without an owner: those who study go on, and nobody new can come. Staff can name another owner.
  perform private.finish_seat(mine, 'withdrawn') from public.team_seats as mine
  where mine.claimed_at is null and mine.ended_at is null and mine.team_id in (select id from public.teams where owner_id = old.id);
  update public.teams set link_key = null, link_limit = null, link_ends_at = null where owner_id = old.id;

  -- 7. Sales are kept, anonymised. Unpaid orders are deleted once they are no longer compared with the provider
  --    (claim_orders_to_reconcile: 7 days). An invoice can still be paid, and people may study by it.
  update public.student_ids set order_id = null
  where order_id in (select id from public.orders where user_id = old.id);
  delete from public.orders
  where user_id = old.id and paid_at is null and created_at < now() - interval '8 days' and status <> 'invoiced';
  perform private.anonymise_order(id) from public.orders where user_id = old.id and paid_at is not null;

  -- 8. The auth server's log of signing in and out. (It logs the deletion itself later.)
  delete from auth.audit_log_entries where payload ->> 'actor_id' = old.id::text;
  return old;
end $$;
comment on function private.forget_person is 'Removes a person''s data from everything that outlives their account.';

create trigger forget_person before delete on auth.users
  for each row execute function private.forget_person();

create function public.next_customers_to_delete(p_done jsonb, p_limit integer) returns jsonb
language plpgsql security definer
-- Definer: no role may use the table.
set search_path = '' as $$
begin
  delete from private.customers_to_delete where customer_id in (select jsonb_array_elements_text(p_done));
  return coalesce((
    select jsonb_agg(customer_id) from (
      select customer_id from private.customers_to_delete order by noted_at limit p_limit
    ) as next
  ), '[]');
end $$;
comment on function public.next_customers_to_delete(jsonb, integer) is
  'Removes the customers that were deleted at the provider from the list, and returns the ids of the next ones.';

grant execute on function
  public.next_customers_to_delete(jsonb, integer)
to service_role;
