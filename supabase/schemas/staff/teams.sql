-- Teams in the staff console: finding one, its orders and places, and what staff do for it. Never what a learner wrote.

create index teams_newest on public.teams (created_at desc, id desc);
create index teams_name_prefix on public.teams (private.name_key(name) text_pattern_ops);

create function private.teams_to_settle() returns setof uuid
language sql stable set search_path = '' as $$
  select id from public.teams where ended_at is null and (
    -- Without any places, everyone has lost access and nobody has to choose.
    paused_at is not null or private.team_capacity(id) between 1 and private.given_seats(id) - 1)
$$;
comment on function private.teams_to_settle is
  'Teams that are paused, or in which more places are given than bought, so that someone has to pay or to choose.';

create function private.staff_teams_sql(p_search text, p_filter text, p_is_first boolean) returns text
language plpgsql immutable set search_path = '' as $$
declare
  -- text_pattern_ops compares bytes, so a prefix is a range. Unlike a pattern, the text may contain % and _.
  c_email constant text := '
    select id from public.teams where owner_id in (
      select user_id from private.accounts where email_key ~>=~ $2 and email_key ~<~ $3)
    union select team_id from public.orders
      where private.email_key(email) ~>=~ $2 and private.email_key(email) ~<~ $3 and team_id is not null';
  v_found constant text := case
    when p_search = '' then 'true'
    when p_search ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then 't.id = $1::uuid'
    when p_search like '%@%' then 't.id in (' || c_email || ')'
    else 't.id in (' || c_email || '
      union select id from public.teams where private.name_key(name) ~>=~ $2 and private.name_key(name) ~<~ $3)'
  end;
  v_kept constant text := case p_filter
    when 'attention' then 't.id in (select private.teams_to_settle())'
    when 'ended' then 't.ended_at is not null'
    else 'true'
  end;
begin
  return 'select t.* from public.teams as t where ' || v_found || ' and ' || v_kept
    || case when p_is_first then '' else ' and (t.created_at, t.id) < ($4, $5)' end
    || ' order by t.created_at desc, t.id desc limit $6';
end $$;
comment on function private.staff_teams_sql is
  'The statement that finds a page of teams. It contains no part of the search itself, only the form of condition that the search needs.';

create function private.team_summary(p_team public.teams) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_team.id, 'created_at', private.iso(p_team.created_at), 'name', p_team.name, 'tier', p_team.tier,
    'owner', (
      select jsonb_build_object('id', id, 'email', coalesce(email, ''), 'is_proven', private.has_proven_address(id))
      from auth.users where id = p_team.owner_id),
    'bought', private.team_capacity(p_team.id),
    'given', private.given_seats(p_team.id),
    'claimed', (
      select count(*) from public.team_seats where team_id = p_team.id and claimed_at is not null and ended_at is null),
    'paused_at', private.iso(p_team.paused_at), 'ended_at', private.iso(p_team.ended_at))
$$;

create function public.staff_teams(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
-- Definer: no role may read teams like this.
as $$
declare
  v_search constant text := btrim(coalesce(p_search, ''));
  v_key constant text := private.name_key(v_search);
  v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_found public.teams[];
  v_last public.teams;
begin
  perform private.require_staff();
  execute 'select array_agg(found) from (' || private.staff_teams_sql(v_search, p_filter, p_before is null) || ') as found'
    into v_found
    using v_search, v_key, v_key || chr(1114111), split_part(p_before, '_', 1)::timestamptz, split_part(p_before, '_', 2)::uuid,
      v_limit + 1;
  if cardinality(v_found) > v_limit then v_last := v_found[v_limit]; end if;
  return jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(private.team_summary(t) order by t.created_at desc, t.id desc) from unnest(v_found[1:v_limit]) as t), '[]'),
    'next', case when v_last.id is not null then (to_jsonb(v_last.created_at) #>> '{}') || '_' || v_last.id end);
end $$;
comment on function public.staff_teams is
  'Teams, newest first: { rows, next }. next is the p_before of the next page, or null. The search is the start of the team''s name or of the address of its owner or of a buyer, or a whole id; the filter is attention (someone has to pay or to choose), ended or empty.';

create function public.staff_team(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
-- Definer: reads private tables and those of the auth server.
as $$
begin
  perform private.require_staff();
  return (
    select private.team_summary(mine) || jsonb_build_object(
      'extended_until', private.iso(mine.extended_until),
      'pauses_at', private.iso(private.team_pauses_at(mine)),
      'link', case when mine.link_key is not null then jsonb_build_object(
        'limit', mine.link_limit, 'used', mine.link_used, 'ends_at', private.iso(mine.link_ends_at)) end,
      'orders', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', bought.id, 'created_at', private.iso(bought.created_at), 'status', bought.status, 'seats', bought.seats,
            'total_pence', bought.total_pence, 'invoice_number', its.invoice_number, 'due_at', private.iso(its.due_at))
            || private.order_money(bought.id) order by bought.created_at desc)
        from public.orders as bought left join public.order_invoices as its on its.order_id = bought.id
        where bought.team_id = p_id), '[]'),
      'acts', private.staff_timeline('team', p_id::text))
    from public.teams as mine where mine.id = p_id);
end $$;
comment on function public.staff_team is
  'Everything that the page of a team shows except its people (staff_team_seats), or null if there is none with this id.';

create function public.staff_team_seats(p_team uuid, p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
-- Definer: no role may read the places of a team like this.
as $$
declare
  v_key constant text := private.email_key(btrim(coalesce(p_search, '')));
  v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
  -- The last row of the page before: [has it ended, the key of its address, its id].
  v_before jsonb;
  v_found public.team_seats[];
  v_last public.team_seats;
begin
  perform private.require_staff();
  v_before := p_before;
  v_found := array(
    select seat from public.team_seats as seat
    where team_id = p_team and starts_with(private.email_key(email), v_key)
      and case p_filter
        when 'claimed' then claimed_at is not null and ended_at is null
        when 'invited' then claimed_at is null and ended_at is null
        when 'ended' then ended_at is not null
        else true end
      and (v_before is null or (ended_at is not null, private.email_key(email), id)
        > ((v_before ->> 0)::boolean, v_before ->> 1, (v_before ->> 2)::uuid))
    order by ended_at is not null, private.email_key(email), id
    limit v_limit + 1);
  if cardinality(v_found) > v_limit then v_last := v_found[v_limit]; end if;
  return jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', seat.id, 'email', seat.email, 'user_id', seat.user_id,
        'name', (select nullif(btrim(first_name || ' ' || last_name), '') from public.profiles where id = seat.user_id),
        'invited_at', private.iso(seat.invited_at), 'claimed_at', private.iso(seat.claimed_at),
        'ended_at', private.iso(seat.ended_at), 'end_reason', seat.end_reason,
        'mail', (select status from public.mail_queue where dedupe_key = private.invitation_key(seat))
      ) order by seat.ended_at is not null, private.email_key(seat.email), seat.id)
      from unnest(v_found[1:v_limit]) as seat), '[]'),
    'next', case when v_last.id is not null then
      jsonb_build_array(v_last.ended_at is not null, private.email_key(v_last.email), v_last.id)::text end);
end $$;
comment on function public.staff_team_seats is
  'The people of a team, open rows by address and then those that have ended: { rows, next }. What they have learned is on their own pages. The search is the start of an address; the filter is claimed, invited, ended or empty.';

grant execute on function
  public.staff_teams(text, text, text, integer),
  public.staff_team(uuid),
  public.staff_team_seats(uuid, text, text, text, integer)
to authenticated;
