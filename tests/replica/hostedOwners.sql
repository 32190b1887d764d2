-- The owners and rights of the system schemas in a hosted project. Run by supabase_admin when their tables exist.

-- The Supabase CLI creates this one, as postgres.
drop schema if exists supabase_migrations cascade;

do $$
declare
  v_schema text;
  v_owner text;
  v_each record;
begin
  foreach v_schema in array array['auth', 'storage'] loop
    v_owner := format('supabase_%s_admin', v_schema);
    for v_each in
      select oid::regclass as name, relkind from pg_class
      where relnamespace = v_schema::regnamespace and relkind in ('r', 'v')
    loop
      execute format('alter %s %s owner to %I', case v_each.relkind when 'v' then 'view' else 'table' end,
        v_each.name, v_owner);
      if v_each.relkind = 'r' then execute format('alter table %s enable row level security', v_each.name); end if;
    end loop;
    for v_each in select oid::regprocedure as name from pg_proc where pronamespace = v_schema::regnamespace loop
      execute format('alter function %s owner to %I', v_each.name, v_owner);
    end loop;
    for v_each in
      select oid::regtype as name from pg_type where typnamespace = v_schema::regnamespace and typtype = 'e'
    loop
      execute format('alter type %s owner to %I', v_each.name, v_owner);
    end loop;
    execute format('grant all on all tables in schema %I to postgres with grant option', v_schema);
    execute format('grant all on all sequences in schema %I to postgres with grant option', v_schema);
    execute format('grant all on all routines in schema %I to postgres with grant option', v_schema);
  end loop;
end $$;

-- GoTrue's, which the local auth layer does not need.
alter table auth.users add column instance_id uuid;

grant all on all tables in schema storage to anon, authenticated, service_role;

-- One process here does the work of GoTrue, PostgREST and the storage server, each of which has a role of its own on a
-- hosted project: this role has the rights of the first and third, and takes the roles of the API as PostgREST does.
create role replica_api login inherit;
grant supabase_auth_admin, supabase_storage_admin to replica_api with inherit true;
grant anon, authenticated, service_role to replica_api with inherit false, set true;
-- The local auth layer hashes passwords in SQL, GoTrue in its own process.
grant usage on schema extensions to replica_api;
alter role replica_api set statement_timeout = '8s';
alter role replica_api set lock_timeout = '8s';

-- On a hosted project the extension supautils lets postgres drop triggers and manage policies of these tables, without
-- owning them: https://github.com/supabase/supautils. Here postgres is a member of the owners, and this refuses the rest.
create function extensions.is_open_to_postgres(p_schema text, p_table text) returns boolean language sql immutable as $$
  select format('%s.%s', p_schema, p_table) = any (array[
    'auth.audit_log_entries', 'auth.identities', 'auth.refresh_tokens', 'auth.sessions', 'auth.users',
    'storage.buckets', 'storage.objects'
  ])
$$;
create function extensions.refuse_system_changes() returns event_trigger language plpgsql as $$
declare
  v_each record;
begin
  if session_user <> 'postgres' then return; end if;
  if tg_event = 'sql_drop' then
    for v_each in
      select object_identity as name, not (
        object_type in ('trigger', 'policy') and extensions.is_open_to_postgres(address_names[1], address_names[2])
      ) as is_refused
      from pg_event_trigger_dropped_objects()
      where original and address_names[1] in ('auth', 'storage')
    loop
      if v_each.is_refused then
        raise exception 'must be owner of %', v_each.name using errcode = 'insufficient_privilege';
      end if;
    end loop;
    return;
  end if;
  for v_each in
    select object_identity as name from pg_event_trigger_ddl_commands()
    where schema_name in ('auth', 'storage') and object_type not in ('trigger', 'policy')
  loop
    raise exception 'must be owner of %', v_each.name using errcode = 'insufficient_privilege';
  end loop;
end $$;
create event trigger refuse_system_changes on ddl_command_end execute function extensions.refuse_system_changes();
create event trigger refuse_system_drops on sql_drop execute function extensions.refuse_system_changes();
grant supabase_auth_admin, supabase_storage_admin to postgres with inherit true;
