-- What the provider states about itself: one row per version, and the newest applies.

create table private.provider_facts (
  version integer primary key check (version > 0),
  facts jsonb not null check (pg_catalog.jsonb_typeof(facts) = 'object' and pg_catalog.length(facts::text) <= 16000),
  saved_at timestamptz not null default pg_catalog.now(),
  -- No foreign key: the version outlives the account.
  saved_by uuid,
  reason text not null check (pg_catalog.char_length(reason) between 1 and 500)
);
comment on table private.provider_facts is
  'The provider''s facts (src/domain/provider/facts.ts), all versions. The newest is public: site, emails, receipts and certificates show it.';
comment on column private.provider_facts.facts is 'Checked by the function staff-settings before it is stored.';

create trigger append_only before update or delete on private.provider_facts
  for each row execute function private.refuse_change();
create trigger append_only_whole before truncate on private.provider_facts
  for each statement execute function private.refuse_change();

create function public.site_facts() returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: the API's roles cannot read the table.
  as $$
    select pg_catalog.jsonb_build_object('version', version, 'facts', facts)
    from private.provider_facts order by version desc limit 1;
  $$;
comment on function public.site_facts is 'The facts that apply: { version, facts }, or null before the first version. Pages request them without a sign-in.';

create function public.staff_settings() returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads the auth server's table.
  as $$
  begin
    perform private.require_staff();
    return coalesce((
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'version', v.version, 'facts', v.facts, 'saved_at', private.iso(v.saved_at), 'saved_by', u.email, 'reason', v.reason)
        order by v.version desc)
      from (select * from private.provider_facts order by version desc limit 50) as v
      left join auth.users as u on u.id = v.saved_by), '[]');
  end;
  $$;
comment on function public.staff_settings is
  'The last 50 versions of the provider''s facts, newest first: [{ version, facts, saved_at, saved_by, reason }].';

create function public.save_provider_facts(p_actor uuid, p_based_on integer, p_facts jsonb, p_reason text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write the table.
  as $$
  declare
    v_current private.provider_facts;
    v_version integer;
  begin
    -- One at a time, so that nobody overwrites a version that they have not seen.
    lock table private.provider_facts in share row exclusive mode;
    select * into v_current from private.provider_facts order by version desc limit 1;
    v_version := coalesce(v_current.version, 0);
    -- A repeat after a lost reply.
    if v_current.facts = p_facts then return pg_catalog.jsonb_build_object('outcome', 'saved', 'version', v_version); end if;
    if v_version <> p_based_on then return pg_catalog.jsonb_build_object('outcome', 'outdated', 'version', v_version); end if;
    insert into private.provider_facts (version, facts, saved_by, reason)
      values (v_version + 1, p_facts, p_actor, p_reason);
    perform private.record_staff_action(p_actor, 'settings_saved', 'settings', (v_version + 1)::text, p_reason, '{}');
    return pg_catalog.jsonb_build_object('outcome', 'saved', 'version', v_version + 1);
  end;
  $$;
comment on function public.save_provider_facts is
  'Adds a version of the provider''s facts: { outcome: saved or outdated, version }. Outdated if the current version is not the one that the change is based on.';

alter table private.provider_facts enable row level security;
grant execute on function public.site_facts() to anon, service_role;
grant execute on function public.staff_settings() to authenticated;
grant execute on function public.save_provider_facts(uuid, integer, jsonb, text) to service_role;
