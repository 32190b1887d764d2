-- That a provider opens an account which existed before is a change in how it is got into, of which its owner is told.

create function private.tell_provider_joined() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: it runs as the auth server's role, which has no rights on public tables.
  as $$
  begin
    perform private.tell_owner(
      'provider_joined', id, email, pg_catalog.jsonb_build_object('provider', new.provider)
    ) from auth.users as mine
    -- A new account has no other way in.
    where id = new.user_id and (
      coalesce(encrypted_password, '') <> ''
      or exists (select from auth.identities as other where other.user_id = mine.id and other.id <> new.id)
    );
    return null;
  end;
  $$;
comment on function private.tell_provider_joined is 'Tells the owner that another provider opens the account.';

create trigger tell_provider_joined after insert on auth.identities
  for each row when (new.provider not in ('email', 'phone'))
  execute function private.tell_provider_joined();

revoke execute on function private.tell_provider_joined() from public, anon, authenticated, service_role;
