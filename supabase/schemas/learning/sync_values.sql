-- Strict parsers for the messages of the sync engine: each function returns null for any other format.
-- src/entities/messages.ts has the same rules for devices.

create function private.json_text(p_value jsonb) returns text
  language sql immutable parallel safe
  return case when pg_catalog.jsonb_typeof(p_value) = 'string' then p_value #>> '{}' end;

create function private.json_integer(p_value jsonb, p_min bigint, p_max bigint) returns bigint
  language sql immutable parallel safe
  return case
    when pg_catalog.jsonb_typeof(p_value) <> 'number' then null
    when p_value::numeric >= p_min and p_value::numeric <= p_max and p_value::numeric = pg_catalog.trunc(p_value::numeric)
      then p_value::numeric::bigint
  end;

create function private.json_uuid(p_value jsonb) returns uuid
  language sql immutable parallel safe
  -- RFC 9562 as zod's uuid() implements it: a known version and variant, or all zeros, or all ones.
  return case
    when private.json_text(p_value) ~* '^([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$'
    then private.json_text(p_value)::uuid
  end;

create function private.json_stamp(p_value jsonb) returns uuid
  language sql immutable parallel safe
  return case
    when private.json_text(p_value) ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'
    then private.json_text(p_value)::uuid
  end;
comment on function private.json_stamp is
  'A UUIDv7 in lower case, so that devices, which compare stamps as text, order them as the database does; or null.';

create function private.json_instant(p_value jsonb) returns timestamptz
  language plpgsql stable parallel safe set search_path = ''
  as $$
  declare
    v_date constant text := '(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29'
      || '|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))';
    v_time constant text := '(?:[01]\d|2[0-3]):[0-5]\d';
    v_text text := private.json_text(p_value);
    v_parts text[] := pg_catalog.regexp_match(
      v_text,
      '^(' || v_date || 'T' || v_time || ':[0-5]\d)(\.\d+)?(?:Z|([+-])(' || v_time || '))$'
    );
    v_local timestamp;
    v_offset interval := '0';
  begin
    if v_parts is null then return null; end if;

    -- ISO 8601 has a year 0 and Postgres has none. A clock that far off is clamped anyway.
    if pg_catalog.left(v_text, 4) = '0000' then return private.earliest_client_time(); end if;

    -- Digits beyond milliseconds are cut off, not rounded, as Date does.
    v_local := (v_parts[1] || pg_catalog.left(coalesce(v_parts[2], ''), 4))::timestamp;
    -- The offset is applied by hand: ISO allows up to 23:59, Postgres only up to 15:59.
    if v_parts[3] is not null then v_offset := (v_parts[3] || v_parts[4])::interval; end if;
    return (v_local - v_offset) at time zone 'UTC';
  end;
  $$;
comment on function private.json_instant is
  'An ISO 8601 time with Z or an offset; null when it is malformed or no such date exists (z.iso.datetime).';

create function private.json_day(p_value jsonb) returns date
  language sql stable parallel safe set search_path = ''
  return case
    when private.json_instant(pg_catalog.to_jsonb(private.json_text(p_value) || 'T00:00:00Z')) is not null
      then private.json_text(p_value)::date
  end;
comment on function private.json_day is 'A calendar day, YYYY-MM-DD, or null.';

create function private.json_share(p_value jsonb) returns numeric
  language sql immutable parallel safe
  return case
    when pg_catalog.jsonb_typeof(p_value) <> 'number' then null
    when p_value::numeric >= 0 and p_value::numeric <= 1 and p_value::numeric = pg_catalog.round(p_value::numeric, 3)
      then p_value::numeric
  end;
comment on function private.json_share is 'A number from 0 to 1 in thousandths, or null.';

create function private.json_answers(p_value jsonb) returns integer[]
  language plpgsql immutable parallel safe set search_path = ''
  as $$
  declare
    v_answers integer[];
  begin
    if pg_catalog.jsonb_typeof(p_value) is distinct from 'array' then return null; end if;
    if pg_catalog.jsonb_array_length(p_value) <> 5 then return null; end if;
    select pg_catalog.array_agg(private.json_integer(answer.value, 0, 3)::integer order by answer.ordinality)
      into v_answers
      from pg_catalog.jsonb_array_elements(p_value) with ordinality as answer (value, ordinality);
    if pg_catalog.array_position(v_answers, null) is not null then return null; end if;
    return v_answers;
  end;
  $$;
comment on function private.json_answers is 'Five option indexes from 0 to 3, or null.';

create function private.json_anchor(p_value jsonb) returns jsonb
  language sql immutable parallel safe
  return case
    when pg_catalog.char_length(private.json_text(p_value -> 'quote')) >= 1
      and pg_catalog.char_length(private.json_text(p_value -> 'quote')) <= 1000 -- MAX_QUOTE_CHARACTERS
      and pg_catalog.char_length(private.json_text(p_value -> 'prefix')) <= 64 -- CONTEXT_CHARACTERS
      and pg_catalog.char_length(private.json_text(p_value -> 'suffix')) <= 64
      then pg_catalog.jsonb_build_object(
        'quote', p_value -> 'quote', 'prefix', p_value -> 'prefix', 'suffix', p_value -> 'suffix')
  end;
comment on function private.json_anchor is 'A quotation with its context, or null.';

create function private.is_worth_retrying(p_sqlstate text) returns boolean
  language sql immutable parallel safe set search_path = ''
  -- Appendix A of the PostgreSQL manual: connection, transaction state (a read-only replica), rollback
  -- (serialization, deadlock), resources, locks, operator intervention, system and internal errors.
  return pg_catalog.left(p_sqlstate, 2) in ('08', '25', '40', '53', '55', '57', '58', 'XX');
