-- A mailed temporary password ends after 14 days: docs/decisions/0036.

create function private.end_temporary_password(p_user uuid) returns uuid
language plpgsql security definer
-- Definer: writes auth.users.
set search_path = '' as $$
begin
  update auth.users set encrypted_password = '' where id = p_user;
  -- A changed password lifts the duty to change it. This one was not changed by its owner, so the duty comes back.
  update auth.users set
    raw_app_meta_data = (raw_app_meta_data - 'temporary_password_set_at') || '{"must_change_password": true}'
  where id = p_user;
  return p_user;
end $$;
comment on function private.end_temporary_password(uuid) is
  'Ends a temporary password. The account stays; a new password comes by mail, from the success page or the page for a forgotten one.';

insert into private.retention_rules (name, keeps, statement) values
  ('temporary password', interval '14 days',
   $$select private.end_temporary_password(id) from auth.users
     where (raw_app_meta_data ->> 'must_change_password')::boolean
       and (raw_app_meta_data ->> 'temporary_password_set_at')::timestamptz < $1$$);

-- Those that were mailed before: their 14 days begin now.
update auth.users set
  raw_app_meta_data = raw_app_meta_data || jsonb_build_object('temporary_password_set_at', private.iso(now()))
where (raw_app_meta_data ->> 'must_change_password')::boolean;

revoke all on function private.end_temporary_password(uuid) from public, anon, authenticated, service_role;
