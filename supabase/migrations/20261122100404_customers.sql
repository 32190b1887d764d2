-- Customers of the payment provider whose person was taken out of our records: they are to be deleted there as well, however
-- the account went (docs/decisions/0025) and after the seven years of an account that stays.

create table private.customers_to_delete (
  customer_id text primary key check (length(customer_id) between 1 and 255),
  noted_at timestamptz not null default now()
);
comment on table private.customers_to_delete is
  'The provider''s customers of anonymised orders, until delete-due-accounts has deleted them there.';
alter table private.customers_to_delete enable row level security;
revoke all on table private.customers_to_delete from public, anon, authenticated, service_role;

-- As in 20261121180000_privacy, and the customer is noted before its id goes.
create or replace function private.anonymise_order(p_order uuid) returns void
language sql volatile security definer
-- Definer: called by the functions below only.
set search_path = '' as $$
  insert into private.customers_to_delete (customer_id)
  select customer_id from public.orders
  where id = p_order and anonymised_at is null and customer_id is not null
  on conflict (customer_id) do nothing;
  update public.orders set
    email = '', first_name = '', last_name = '', phone = '', customer_id = null,
    -- A student's university says who somebody is; an organisation is the customer of the sale.
    organization = case when tier = 'student' then '' else organization end,
    claim_token_hash = encode(sha256(gen_random_uuid()::text::bytea), 'hex'),
    anonymised_at = now()
  where id = p_order and anonymised_at is null
$$;
comment on function private.anonymise_order(uuid) is
  'Takes the person out of the record of a sale, and notes the provider''s customer for deletion.';
revoke all on function private.anonymise_order(uuid) from public, anon, authenticated, service_role;

create function public.next_customers_to_delete(p_done jsonb, p_limit integer) returns jsonb
language plpgsql security definer
-- Definer: the table is granted to no one.
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
  'Removes those that were deleted at the provider from the list, and returns the ids of those that wait longest.';
revoke all on function public.next_customers_to_delete(jsonb, integer) from public, anon, authenticated, service_role;
grant execute on function public.next_customers_to_delete(jsonb, integer) to service_role;
