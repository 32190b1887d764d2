-- Records whether the owner of an email address controls the account that has it. The function sign-up confirms
-- every address without a check, so neither an account nor its confirmation proves anything (docs/decisions/0035, 0051).

create table private.proven_addresses (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- private.email_key of the address at the time. A change of address invalidates the proof.
  email_key text not null,
  proven_at timestamptz not null default now()
);
comment on table private.proven_addresses is
  'Accounts whose owner opened a link that we emailed to the account''s address.';

alter table private.proven_addresses enable row level security;

-- The same rule decides whether a sign-in provider may open an account. The email identity of an account with a password
-- does not count: an auth server that confirms sign-ups automatically may report it as verified.
create function private.identities_are_proven() returns trigger
language plpgsql security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
declare
  -- False for a new account, whose first way to sign in is this identity.
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
comment on function private.identities_are_proven is
  'A sign-in provider may open an existing account only if the provider has verified the account''s address and the owner has proved it.';

create trigger identities_are_proven before insert on auth.identities
  for each row when (new.provider not in ('email', 'phone'))
  execute function private.identities_are_proven();

create function private.has_proven_address(p_user uuid) returns boolean
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
  'True when the account''s owner used a password or link that we emailed to its address, or a sign-in provider verified the address. A sign-up, a session or a reset password proves nothing.';

create function private.is_owners_account(p_user uuid) returns boolean
language sql stable security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
  select private.has_proven_address(p_user) or exists (
    -- The account is unused, and its only password was emailed to its address.
    select from auth.users where id = p_user and raw_app_meta_data ? 'made_for_order'
  )
$$;
comment on function private.is_owners_account(uuid) is
  'True when nobody but the owner of the account''s address can be signed in to it. Orders for the address may then be attached to it.';

-- A change of address is confirmed from both mailboxes, but their owners may click a link that they did not ask for. A
-- new address therefore starts unproven, like the address of a new account.
create function private.forget_proof_of_address() returns trigger
language plpgsql security invoker
set search_path = '' as $$
begin
  new.raw_app_meta_data := new.raw_app_meta_data - 'made_for_order';
  return new;
end $$;
comment on function private.forget_proof_of_address() is
  'After a change of address, the email that opened the account proves nothing about the new address.';

create trigger forget_proof_of_address before update of email on auth.users
  for each row when (lower(old.email) is distinct from lower(new.email))
  execute function private.forget_proof_of_address();

-- Definer: calls a private function, and only about the caller.
create function public.is_my_address_proven() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_full_session();
    return private.has_proven_address((select auth.uid()));
  end;
  $$;
comment on function public.is_my_address_proven() is
  'True when the caller has proved the address of the account.';

grant execute on function
  public.is_my_address_proven()
to authenticated;
