-- A guest's temporary password was sent by email, so the account is marked `must_change_password` in its app metadata,
-- which only the service role can write. A trigger clears the mark when the password actually changes: a client
-- could call a function for this without changing anything.
create function private.clear_must_change_password() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.raw_app_meta_data := new.raw_app_meta_data - 'must_change_password';
    return new;
  end;
  $$;
comment on function private.clear_must_change_password is 'A new password clears the mark must_change_password.';

-- Coalesced: end_temporary_password stores '', which hosted Supabase replaces by null at the next change of the account.
create trigger clear_must_change_password before update on auth.users
  for each row when (coalesce(old.encrypted_password, '') <> coalesce(new.encrypted_password, ''))
  execute function private.clear_must_change_password();

-- A temporary password expires after 14 days (docs/decisions/0036). Called by private.retention_rules.
create function private.end_temporary_password(p_user uuid) returns uuid
language plpgsql security definer
-- Definer: writes auth.users.
set search_path = '' as $$
begin
  update auth.users set encrypted_password = '' where id = p_user;
  -- The trigger above has cleared the mark, but the owner has not chosen a password: set the mark again.
  update auth.users set
    raw_app_meta_data = (raw_app_meta_data - 'temporary_password_set_at') || '{"must_change_password": true}'
  where id = p_user;
  return p_user;
end $$;
comment on function private.end_temporary_password(uuid) is
  'Ends a temporary password. The account remains: its owner gets a new password from the success page or through "forgotten password".';
