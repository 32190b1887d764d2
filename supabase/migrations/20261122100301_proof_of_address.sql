-- Whose address an account has. Sign-up confirms every address without asking it, so an account proves nothing by
-- existing: docs/decisions/0035.

create table private.proven_addresses (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- private.email_key of the address at the time. After a change of address the proof no longer counts.
  email_key text not null,
  proven_at timestamptz not null default now()
);
comment on table private.proven_addresses is
  'Accounts whose owner has opened a link of ours that was mailed to the account''s address.';
alter table private.proven_addresses enable row level security;
revoke all on private.proven_addresses from public, anon, authenticated, service_role;

create or replace function private.has_proven_address(p_user uuid) returns boolean
language sql stable security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
  select exists (
    select from auth.users as u
    where id = p_user and (
      (raw_app_meta_data ? 'made_for_order' and last_sign_in_at is not null)
      or exists (
        select from private.proven_addresses as proof
        where proof.user_id = u.id and proof.email_key = private.email_key(u.email)
      )
      or exists (
        select from auth.identities as i
        where i.user_id = u.id and i.provider not in ('email', 'phone')
          and i.identity_data ->> 'email_verified' = 'true'
          and lower(i.identity_data ->> 'email') = lower(u.email)
      )
    )
  )
$$;
comment on function private.has_proven_address(uuid) is
  'True when the account''s owner used the password or a link that we mailed to its address, or a provider vouches for the address. Signing up, a session or a reset password proves nothing.';

create function private.is_owners_account(p_user uuid) returns boolean
language sql stable security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
  select private.has_proven_address(p_user) or exists (
    -- Nobody has used it yet, and the only password was mailed to its address.
    select from auth.users where id = p_user and raw_app_meta_data ? 'made_for_order'
  )
$$;
comment on function private.is_owners_account(uuid) is
  'True when nobody but the owner of the account''s address can be in the account. What is bought with the address may then be attached to it.';

-- Both addresses agree to a change of address, but only with a press on a mail that they may not have asked for. A new
-- address therefore starts unproven, as that of a new account does.
create function private.forget_proof_of_address() returns trigger
language plpgsql security invoker
set search_path = '' as $$
begin
  new.raw_app_meta_data := new.raw_app_meta_data - 'made_for_order';
  return new;
end $$;
comment on function private.forget_proof_of_address() is
  'An account that moves to another address is no longer known by the mail that opened it.';
create trigger forget_proof_of_address before update of email on auth.users
  for each row when (lower(old.email) is distinct from lower(new.email))
  execute function private.forget_proof_of_address();

-- The same rule decides whether a provider may open an account. Its own copy also accepted the identity of an
-- account with a password, which an auth server that confirms sign-ups by itself may call verified.
create or replace function private.identities_are_proven() returns trigger
language plpgsql security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
declare
  -- The first way to sign in to a new account is this one.
  v_has_other_way constant boolean := exists (
    select from auth.identities where user_id = new.user_id
  ) or exists (
    select from auth.users where id = new.user_id and coalesce(encrypted_password, '') <> ''
  );
begin
  if new.identity_data ->> 'email_verified' is distinct from 'true'
    or not exists (
      select from auth.users
      where id = new.user_id and lower(email) = lower(new.identity_data ->> 'email')
    )
    or (v_has_other_way and not private.is_owners_account(new.user_id))
  then
    raise exception 'identity_not_proven';
  end if;
  return new;
end $$;
drop function private.may_be_joined(uuid);

-- ---------------------------------------------------------------- whose order it is

alter table public.orders add column is_owner_proven boolean not null default false;
comment on column public.orders.is_owner_proven is
  'True when the account is known to be the buyer''s: they bought signed in, or proved the order''s address. Otherwise the account is told nothing about the buyer.';

create function private.note_owner_proof() returns trigger
language plpgsql security definer
-- Definer: calls a private function.
set search_path = '' as $$
begin
  new.is_owner_proven := new.user_id is not null
    and (new.made_signed_in or private.is_owners_account(new.user_id));
  return new;
end $$;
comment on function private.note_owner_proof() is 'Notes whether the account that gets an order is known to be the buyer''s.';
-- After note_signed_in_buyer: triggers run in the order of their names.
create trigger note_who_owns_it before insert or update of user_id on public.orders
  for each row execute function private.note_owner_proof();

update public.orders set is_owner_proven = made_signed_in or private.is_owners_account(user_id)
where user_id is not null;

create or replace function private.owns_order(p_order uuid) returns boolean
language sql stable security definer
-- Definer: asked inside a policy, for people who may not read whose an order is.
set search_path = '' as $$
  select exists (
    select from public.orders where id = p_order and user_id = (select auth.uid()) and is_owner_proven
  )
$$;
comment on function private.owns_order(uuid) is
  'True when the order is the caller''s own and the caller is known to be its buyer.';

create function public.is_my_address_proven() returns boolean
language sql stable security definer
-- Definer: calls a private function, about the caller only.
set search_path = '' as $$
  select private.has_proven_address((select auth.uid()))
$$;
comment on function public.is_my_address_proven() is
  'True when the caller has shown that the address of the account is theirs.';

revoke all on function
  private.is_owners_account(uuid),
  private.forget_proof_of_address(),
  private.note_owner_proof(),
  public.is_my_address_proven()
from public, anon, authenticated, service_role;
grant execute on function public.is_my_address_proven() to authenticated;
