-- The copy of one's data names the accounts elsewhere that open this one. They are the auth server's, so the walk through
-- the tables of `export_my_data` does not meet them.

alter function public.export_my_data(uuid) set schema private;
revoke all on function private.export_my_data(uuid) from service_role;

create function public.export_my_data(p_user uuid) returns jsonb
language sql stable security definer
-- Definer: reads the auth server's tables and calls a private function.
set search_path = '' as $$
  select jsonb_set(private.export_my_data(p_user), '{sections,identities}', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'provider', provider, 'known_there', identity_data, 'created_at', created_at, 'last_sign_in_at', last_sign_in_at
    ) order by created_at), '[]') from auth.identities where user_id = p_user
  ))
$$;
comment on function public.export_my_data(uuid) is
  'Everything that the database holds of a person, table by table, without what only serves as a key. tests/privacy/tables.ts has the decision for each table.';

revoke all on function public.export_my_data(uuid) from public, anon, authenticated, service_role;
grant execute on function public.export_my_data(uuid) to service_role;
