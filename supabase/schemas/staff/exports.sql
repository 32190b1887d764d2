-- What staff save as a file: the rows of a list, within a period. Each export is recorded, because the file leaves the academy.

create function private.record_export(p_actor uuid, p_list text, p_search text, p_filter text, p_from date, p_to date, p_rows integer)
  returns void
  language plpgsql set search_path = ''
  as $$
  begin
    -- Not the search itself, which may be a name or an address.
    perform private.record_staff_action(p_actor, 'list_exported', 'list', p_list, '', pg_catalog.jsonb_build_object(
      'rows', p_rows, 'from', p_from, 'to', p_to, 'filter', p_filter, 'was_searched', p_search <> ''));
  end;
  $$;
comment on function private.record_export is 'Records that someone saved rows of a list as a file.';

create function public.staff_export_orders(p_search text, p_filter text, p_from date, p_to date) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: staff read orders only through functions.
  as $$
  declare
    c_rows constant integer := 10000;
    v_actor constant uuid := private.require_staff();
    v_search constant text := pg_catalog.btrim(coalesce(p_search, ''));
    v_key constant text := private.name_key(v_search);
    v_rows jsonb;
  begin
    if (p_from <= p_to) is not true then raise exception 'The first day of the period must not be after its last day.'; end if;
    -- The list's own statement, from its newest row before the end of the period.
    execute 'select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          ''id'', o.id, ''created_at'', o.created_at, ''paid_at'', o.paid_at, ''status'', o.status,
          ''name'', pg_catalog.btrim(o.first_name || '' '' || o.last_name), ''email'', o.email,
          ''organization'', o.organization, ''country'', o.country, ''tier'', o.tier, ''plan'', o.plan,
          ''discount_code'', o.discount_code, ''vat_pence'', o.vat_pence, ''total_pence'', o.total_pence, ''seats'', o.seats)
          || private.order_money(o.id) order by o.created_at desc, o.id desc), ''[]'')
        from (' || private.staff_orders_sql(v_search, p_filter, false) || ') as o
        where o.created_at >= $7::timestamp at time zone ''UTC'''
      into v_rows
      using v_search, v_key, v_key || pg_catalog.chr(1114111), (p_to + 1)::timestamp at time zone 'UTC',
        '00000000-0000-0000-0000-000000000000'::uuid, c_rows + 1, p_from;
    perform private.record_export(v_actor, 'orders', v_search, p_filter, p_from, p_to,
      least(pg_catalog.jsonb_array_length(v_rows), c_rows));
    return pg_catalog.jsonb_build_object(
      'rows', v_rows - c_rows, 'is_complete', pg_catalog.jsonb_array_length(v_rows) <= c_rows);
  end;
  $$;
comment on function public.staff_export_orders is
  'The orders of a list that were placed within a period (days in UTC), newest first and at most 10,000: { rows, is_complete }. Records the export.';

create function public.staff_export_log(p_search text, p_filter text, p_from date, p_to date) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: no role may read the table.
  as $$
  declare
    c_rows constant integer := 10000;
    v_actor constant uuid := private.require_staff();
    v_search constant text := pg_catalog.btrim(coalesce(p_search, ''));
    v_rows jsonb;
  begin
    if (p_from <= p_to) is not true then raise exception 'The first day of the period must not be after its last day.'; end if;
    execute 'select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          ''at'', acts.at, ''action'', acts.action, ''subject_kind'', acts.subject_kind, ''subject_id'', acts.subject_id,
          ''reason'', acts.reason, ''details'', acts.details, ''actor'', coalesce(who.email, ''''))
          order by acts.at desc, acts.id desc), ''[]'')
        from (' || private.staff_log_sql(v_search, coalesce(p_filter, ''), false) || ') as acts
          left join auth.users as who on who.id = acts.actor_id
        where acts.at >= $6::timestamp at time zone ''UTC'''
      into v_rows
      using v_search, p_filter, (p_to + 1)::timestamp at time zone 'UTC', '00000000-0000-0000-0000-000000000000'::uuid,
        c_rows + 1, p_from;
    perform private.record_export(v_actor, 'record', v_search, p_filter, p_from, p_to,
      least(pg_catalog.jsonb_array_length(v_rows), c_rows));
    return pg_catalog.jsonb_build_object(
      'rows', v_rows - c_rows, 'is_complete', pg_catalog.jsonb_array_length(v_rows) <= c_rows);
  end;
  $$;
comment on function public.staff_export_log is 'The same as staff_export_orders, for the record of actions.';

grant execute on function
  public.staff_export_orders(text, text, date, date),
  public.staff_export_log(text, text, date, date)
to authenticated;
