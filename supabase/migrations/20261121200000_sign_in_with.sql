-- Signing in with an account elsewhere, such as Google's.

-- The auth server takes an unconfirmed address for confirmed where sign-up needs no confirmation mail, and joins accounts by
-- their address. So somebody who signs up with another's address, or claims it at a provider without having it, would share
-- that person's account. Both servers write `auth.identities` when they join, so it is refused here, for both.
create function private.may_be_joined(p_user uuid) returns boolean
language sql stable security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
  select exists (
    select from auth.users as u
    where id = p_user and (
      -- Its password was mailed.
      raw_app_meta_data ? 'made_for_order'
      or exists (
        select from auth.identities as i
        where i.user_id = u.id and i.identity_data ->> 'email_verified' = 'true'
          and lower(i.identity_data ->> 'email') = lower(u.email)
      )
    )
  )
$$;
comment on function private.may_be_joined(uuid) is
  'True when whoever has the account has shown that its address is theirs, or nobody else can have got in.';

create function private.identities_are_proven() returns trigger
language plpgsql security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
declare
  -- The way in of an account that is only now being made is this one.
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
    or (v_has_other_way and not private.may_be_joined(new.user_id))
  then
    raise exception 'identity_not_proven';
  end if;
  return new;
end $$;
comment on function private.identities_are_proven is
  'Nobody is let into an account by another provider unless both sides have proven the same address.';

create trigger identities_are_proven before insert on auth.identities
  for each row when (new.provider not in ('email', 'phone'))
  execute function private.identities_are_proven();

create or replace function private.has_proven_address(p_user uuid) returns boolean
language sql stable security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
  select exists (
    select from auth.users as u
    where id = p_user and (
      (raw_app_meta_data ? 'made_for_order' and last_sign_in_at is not null)
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
  'True when the way in was mailed to the account''s address and used, or a provider vouches for it. Whoever signs up by themselves may have typed anybody''s.';

-- Providers give one name. Its last word is a guess at the family name, which the account page lets anybody mend.
create or replace function private.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_data constant jsonb := coalesce(new.raw_user_meta_data, '{}');
    v_name constant text := pg_catalog.btrim(coalesce(v_data ->> 'full_name', ''));
    v_given constant text := coalesce(v_data ->> 'first_name', pg_catalog.regexp_replace(v_name, '\s+\S+$', ''));
    v_family constant text := coalesce(v_data ->> 'last_name', pg_catalog.substring(v_name, '\s(\S+)$'), '');
  begin
    -- Cut to length rather than refused: a long name must not make a sign-up (or a paid order) fail.
    insert into public.profiles (id, first_name, last_name, email)
    values (
      new.id,
      pg_catalog.left(v_given, 100),
      pg_catalog.left(v_family, 100),
      pg_catalog.left(coalesce(new.email, ''), 255)
    );
    return new;
  end;
  $$;

revoke all on function private.may_be_joined(uuid), private.identities_are_proven()
from public, anon, authenticated, service_role;
