-- Orders in the staff console: the list with its search. order_page.sql has the page of one order, order_actions.sql what staff do.

create function private.name_key(p_name text) returns text
  language sql immutable set search_path = ''
  as $$ select pg_catalog.lower(pg_catalog.normalize(pg_catalog.btrim(p_name), 'NFC')) $$;
comment on function private.name_key is 'Equal for two spellings of one name, whatever the case or the Unicode composition.';

-- Each search is a range of one index, so that it stays fast however many orders there are.
create index orders_newest on public.orders (created_at desc, id desc);
create index orders_by_status on public.orders (status, created_at desc, id desc);
create index orders_email_prefix on public.orders (private.email_key(email) text_pattern_ops);
create index orders_last_name_prefix on public.orders (private.name_key(last_name) text_pattern_ops);
create index orders_name_prefix on public.orders (private.name_key(first_name || ' ' || last_name) text_pattern_ops);
create index orders_organization_prefix on public.orders (private.name_key(organization) text_pattern_ops)
  where organization <> '';
create index order_payments_refunded on public.order_payments (order_id) where refunded_pence > 0;

create function private.staff_orders_sql(p_search text, p_filter text, p_is_first boolean) returns text
  language plpgsql immutable set search_path = ''
  as $$
  declare
    -- text_pattern_ops compares bytes, so a prefix is a range. Unlike a pattern, the text may contain % and _.
    c_email constant text := 'private.email_key(email) ~>=~ $2 and private.email_key(email) ~<~ $3';
    v_found text := case
      when p_search = '' then 'true'
      when p_search ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then 'o.id = $1::uuid'
      when p_search ~ '^cs_' then 'o.checkout_session_id = $1'
      when p_search ~ '^in_' then 'o.id in (
        select order_id from public.order_payments where invoice_id = $1
        union select order_id from public.order_invoices where invoice_id = $1)'
      when p_search ~ '^pi_' then 'o.id in (
        select id from public.orders where payment_intent_id = $1
        union select order_id from public.order_payments where payment_intent_id = $1)'
      when p_search like '%@%' then 'o.id in (select id from public.orders where ' || c_email || ')'
      else 'o.id in (
        select id from public.orders where ' || c_email || '
        union select id from public.orders
          where private.name_key(last_name) ~>=~ $2 and private.name_key(last_name) ~<~ $3
        union select id from public.orders where private.name_key(first_name || '' '' || last_name) ~>=~ $2
          and private.name_key(first_name || '' '' || last_name) ~<~ $3' || case
          -- An order number (src/domain/ids.ts), the beginning of the id. Names and addresses may look like one.
          when p_search ~* '^[0-9a-f]{8}$' then '
        union select id from public.orders where id between ($1 || ''-0000-0000-0000-000000000000'')::uuid
          and ($1 || ''-ffff-ffff-ffff-ffffffffffff'')::uuid'
          else '' end || ')'
    end;
    v_kept text := case p_filter
      when 'paid' then 'o.status = ''paid'''
      when 'attention' then '(o.status in (''past_due'', ''paused'', ''disputed'')
        or o.id in (select order_id from private.staff_refunds where finished_at is null)
        or o.id in (
          select order_id from public.order_invoices
          where balance_pence > 0 or (ended_at is null and (due_at < pg_catalog.now() or paid_pence > 0 or sent_at is null))))'
      when 'refunded' then '(o.status = ''refunded'' or o.id in (
        select order_id from public.order_payments where refunded_pence > 0))'
      when 'unpaid' then 'o.status in (''created'', ''open'', ''invoiced'', ''expired'')'
      else 'true'
    end;
  begin
    return 'select o.* from public.orders as o where ' || v_found || ' and ' || v_kept
      || case when p_is_first then '' else ' and (o.created_at, o.id) < ($4, $5)' end
      || ' order by o.created_at desc, o.id desc limit $6';
  end;
  $$;
comment on function private.staff_orders_sql is
  'The statement that finds a page of orders. It contains no part of the search itself, only the form of condition that the search needs.';

create function private.orders_like(p_search text) returns setof uuid
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_key constant text := private.name_key(p_search);
    v_end constant text := v_key || pg_catalog.chr(1114111);
    -- Null unless the search looks like an order number.
    v_number constant text := pg_catalog.substring(p_search, '^[0-9a-fA-F]{8}$');
  begin
    if p_search ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
      return next p_search::uuid;
      return;
    end if;
    return query
      select id from public.orders where private.email_key(email) ~>=~ v_key and private.email_key(email) ~<~ v_end
      union
      select id from public.orders
      where private.name_key(last_name) ~>=~ v_key and private.name_key(last_name) ~<~ v_end
      union
      select id from public.orders
      where private.name_key(first_name || ' ' || last_name) ~>=~ v_key
        and private.name_key(first_name || ' ' || last_name) ~<~ v_end
      union
      select id from public.orders
      where id between (v_number || '-0000-0000-0000-000000000000')::uuid
        and (v_number || '-ffff-ffff-ffff-ffffffffffff')::uuid
      union
      select id from public.orders
      where organization <> '' and private.name_key(organization) ~>=~ v_key
        and private.name_key(organization) ~<~ v_end;
  end;
  $$;
comment on function private.orders_like is
  'The orders with this id or number, or whose address, name or organisation begins with this text. For the list of student IDs.';

create function private.order_money(p_order uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'paid_pence', coalesce(pg_catalog.sum(amount_pence), 0),
      'refunded_pence', coalesce(pg_catalog.sum(refunded_pence), 0),
      'refundable_pence', coalesce(
        pg_catalog.sum(amount_pence - refunded_pence) filter (where payment_intent_id is not null), 0))
    from public.order_payments where order_id = p_order and paid_at is not null
  $$;
comment on function private.order_money is 'What was paid for an order, what was refunded of it, and what still can be.';

create function public.staff_orders(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: staff read orders only through this.
  as $$
  declare
    v_search constant text := pg_catalog.btrim(coalesce(p_search, ''));
    v_key constant text := private.name_key(v_search);
    v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
    v_orders public.orders[];
    v_last public.orders;
  begin
    perform private.require_staff();
    execute 'select pg_catalog.array_agg(found) from ('
        || private.staff_orders_sql(v_search, p_filter, p_before is null) || ') as found'
      into v_orders
      using v_search, v_key, v_key || pg_catalog.chr(1114111),
        pg_catalog.split_part(p_before, '_', 1)::timestamptz, pg_catalog.split_part(p_before, '_', 2)::uuid, v_limit + 1;
    if pg_catalog.cardinality(v_orders) > v_limit then v_last := v_orders[v_limit]; end if;
    return pg_catalog.jsonb_build_object(
      'rows', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'id', o.id, 'created_at', o.created_at, 'status', o.status, 'email', o.email,
            'name', pg_catalog.btrim(o.first_name || ' ' || o.last_name), 'tier', o.tier, 'plan', o.plan,
            'total_pence', o.total_pence, 'seats', o.seats) || private.order_money(o.id) order by o.created_at desc, o.id desc)
        from pg_catalog.unnest(v_orders[1:v_limit]) as o), '[]'),
      'next', case when v_last.id is not null
        then (pg_catalog.to_jsonb(v_last.created_at) #>> '{}') || '_' || v_last.id end);
  end;
  $$;
comment on function public.staff_orders is
  'Orders, newest first: { rows, next }. next is the p_before of the next page, or null. The search is the start of an email address or name, an order number, or a whole id (order, checkout session, payment, invoice); the filter is paid, attention, refunded, unpaid or empty.';

grant execute on function public.staff_orders(text, text, text, integer) to authenticated;
-- Indexes call it with the rights of the writer.
grant execute on function private.name_key(text) to service_role;
