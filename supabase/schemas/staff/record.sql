-- The record of actions in the staff console. access.sql has the table.

create function private.action_subject(p_kind text, p_id text) returns text
  language plpgsql stable set search_path = ''
  as $$
  declare
    -- As a value of the keys' type, so that their indexes are used.
    v_id constant uuid := case when p_id ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then p_id end;
  begin
    case p_kind
      when 'order' then return (
        select coalesce(nullif(pg_catalog.btrim(first_name || ' ' || last_name), ''), 'Deleted account')
        from public.orders where id = v_id);
      when 'certificate' then return (select holder_name from public.certificates where id = v_id);
      when 'team' then return (select name from public.teams where id = v_id);
      when 'message' then return (select name from public.contact_messages where id = v_id);
      when 'account', 'learner' then return (select email from auth.users where id = v_id);
      else return null;
    end case;
  end;
  $$;
comment on function private.action_subject is
  'What a row of staff_actions is about, as it is named today, or null. The record itself contains no names.';

create function private.actions_about(p_email text) returns table (kind text, id text)
  language sql stable rows 20 set search_path = ''
  as $$
    -- Not auth.users, whose index of addresses is for the auth server's own form of the condition.
    with person as (select user_id as id from private.accounts where email_key = private.email_key(p_email))
    select each.kind, person.id::text from person, lateral (values ('account'), ('learner')) as each (kind)
    union all
    select 'order', id::text from public.orders where user_id in (select id from person)
    union all
    select 'order', id::text from public.orders where private.email_key(email) = private.email_key(p_email)
    union all
    select 'certificate', id::text from public.certificates where user_id in (select id from person)
    union all
    select 'team', id::text from public.teams where owner_id in (select id from person)
  $$;
comment on function private.actions_about is 'The subjects of actions that belong to the person with this address.';

create function private.staff_log_sql(p_search text, p_filter text, p_is_first boolean) returns text
  language plpgsql immutable set search_path = ''
  as $$
  declare
    v_kept text := case when p_filter = '' then '' else ' and subject_kind = $2' end
      || case when p_is_first then '' else ' and (at, id) < ($3, $4)' end || ' order by at desc, id desc limit $5';
    v_found text := case
      when p_search = '' then 'true'
      -- Each lookup reads at most a page from an index, although a few people did almost everything in the record.
      when p_search like '%@%' then 'id = any (array(
        select acts.id from private.accounts as person, lateral (
          select id from public.staff_actions where actor_id = person.user_id' || v_kept || ') as acts
        where person.email_key = private.email_key($1)
        union select acts.id from private.actions_about($1) as about, lateral (
          select id from public.staff_actions where subject_id = about.id and subject_kind = about.kind' || v_kept || ') as acts))'
      else 'subject_id = $1'
    end;
  begin
    return 'select * from public.staff_actions where ' || v_found || v_kept;
  end;
  $$;
comment on function private.staff_log_sql is
  'The statement that finds a page of the record. It contains no part of the search itself, only the form of condition that it needs.';

create function public.staff_log(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: no role may read the table.
  as $$
  declare
    v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
    v_search constant text := pg_catalog.btrim(coalesce(p_search, ''));
    v_acts public.staff_actions[];
    v_last public.staff_actions;
  begin
    perform private.require_staff();
    execute 'select pg_catalog.array_agg(found) from ('
        || private.staff_log_sql(v_search, coalesce(p_filter, ''), p_before is null) || ') as found'
      into v_acts
      using v_search, p_filter, pg_catalog.split_part(p_before, '_', 1)::timestamptz,
        pg_catalog.split_part(p_before, '_', 2)::uuid, v_limit + 1;
    if pg_catalog.cardinality(v_acts) > v_limit then v_last := v_acts[v_limit]; end if;
    return pg_catalog.jsonb_build_object(
      'rows', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'id', acts.id, 'at', acts.at, 'action', acts.action, 'subject_kind', acts.subject_kind,
            'subject_id', acts.subject_id, 'about', private.action_subject(acts.subject_kind, acts.subject_id),
            'reason', acts.reason, 'details', acts.details,
            -- Not a join, which would read all accounts.
            'actor', coalesce((select email from auth.users where id = acts.actor_id), ''))
          order by acts.at desc, acts.id desc)
        from pg_catalog.unnest(v_acts[1:v_limit]) as acts), '[]'),
      'next', case when v_last.id is not null
        then (pg_catalog.to_jsonb(v_last.at) #>> '{}') || '_' || v_last.id end);
  end;
  $$;
comment on function public.staff_log is
  'What staff and reviewers did, newest first: { rows, next }. next is the p_before of the next page, or null. The search is the whole address of who acted or of whom it was about, or the id of a subject; the filter is a kind of subject or empty.';

grant execute on function public.staff_log(text, text, text, integer) to authenticated;
