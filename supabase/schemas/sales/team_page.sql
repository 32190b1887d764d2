-- What the owner of a team sees, and nothing else about its people.

create function private.invitation_key(p_seat public.team_seats) returns text
language sql stable
set search_path = '' as $$
  select 'team_invitation:' || p_seat.id || ':' || private.iso(p_seat.invited_at)
$$;
comment on function private.invitation_key(public.team_seats) is 'The dedupe_key of the last email with this invitation.';

create function public.my_teams() returns jsonb
language plpgsql stable security definer
-- Definer: no role of the API may read the tables.
set search_path = '' as $$
begin
  perform private.require_full_session();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', mine.id, 'name', mine.name, 'tier', mine.tier,
      'bought', bought, 'given', given, 'claimed', claimed, 'free', bought - given,
      'is_paused', mine.paused_at is not null, 'is_short', mine.is_short, 'is_ended', mine.ended_at is not null,
      'is_address_proven', private.has_proven_address(mine.owner_id),
      'mails_waiting', mails_waiting,
      'link', case when mine.link_key is not null then jsonb_build_object(
        'key', mine.link_key, 'limit', mine.link_limit, 'used', mine.link_used, 'ends_at', private.iso(mine.link_ends_at)) end,
      'orders', orders
    ) order by mine.created_at desc, mine.id), '[]')
    from public.teams as mine, private.team_capacity(mine.id) as bought, lateral (
      select count(*) as given, count(seat.claimed_at) as claimed, count(*) filter (
        where seat.claimed_at is null and exists (
          select from public.mail_queue where dedupe_key = private.invitation_key(seat) and status = 'queued')
      ) as mails_waiting
      from public.team_seats as seat where seat.team_id = mine.id and seat.ended_at is null
    ) as seats, lateral (
      -- Not those whose payment was never made.
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'created_at', private.iso(created_at), 'seats', orders.seats, 'total_pence', total_pence, 'status', status
      ) order by created_at), '[]') as orders
      from public.orders where team_id = mine.id and status not in ('created', 'open', 'expired')
    ) as bills
    where mine.owner_id = (select auth.uid()) and (orders <> '[]' or given > 0)
  );
end $$;
comment on function public.my_teams() is
  'The teams that the caller owns, newest first. A team that nothing was paid for and nobody is in is not listed.';

create function public.team_seats_page(p_team uuid, p_after text default null, p_limit integer default 50) returns jsonb
language plpgsql stable security definer
-- Definer: same reason as my_teams.
set search_path = '' as $$
declare
  -- The last row of the page before: [has it ended, the key of its address, its id].
  v_after jsonb;
  v_limit constant integer := least(greatest(p_limit, 1), 500);
  v_rows jsonb[];
begin
  perform private.require_full_session();
  if not exists (select from public.teams where id = p_team and owner_id = (select auth.uid())) then return null; end if;
  v_after := p_after;
  select coalesce(array_agg(jsonb_build_object(
    'id', page.id, 'email', page.email, 'name', (
      select nullif(btrim(first_name || ' ' || last_name), '') from public.profiles where id = page.user_id
    ),
    'invited_at', private.iso(page.invited_at), 'mail', case when page.claimed_at is null and page.ended_at is null then (
      select case when status = 'skipped' then 'failed' else status end
      from public.mail_queue where dedupe_key = private.invitation_key(page)
    ) end,
    'claimed_at', private.iso(page.claimed_at), 'ended_at', private.iso(page.ended_at),
    'lessons', study.lessons, 'last_day', study.last_day,
    'certificate_id', certificate.id, 'certificate_at', private.iso(certificate.issued_at),
    'after', jsonb_build_array(page.ended_at is not null, private.email_key(page.email), page.id)
  ) order by page.ended_at is not null, private.email_key(page.email), page.id), '{}') into v_rows
  from (
    select * from public.team_seats
    where team_id = p_team and (v_after is null or (ended_at is not null, private.email_key(email), id)
      > ((v_after ->> 0)::boolean, v_after ->> 1, (v_after ->> 2)::uuid))
    order by ended_at is not null, private.email_key(email), id
    limit v_limit + 1
  ) as page
  -- Nobody is watched after the place has ended.
  left join lateral (
    select (
      select count(*) from public.course_progress where user_id = page.user_id and completed
    ) as lessons, (
      select (last_at at time zone 'UTC')::date from private.study_times(page.user_id)
    ) as last_day
  ) as study on page.user_id is not null and page.ended_at is null
  left join lateral (
    select id, issued_at from public.certificates
    where user_id = page.user_id and revoked_at is null and issued_at <= coalesce(page.ended_at, 'infinity')
    order by kind desc limit 1
  ) as certificate on true;
  return jsonb_build_object(
    'seats', (
      select coalesce(jsonb_agg(case when row ->> 'claimed_at' is null and row ->> 'ended_at' is null and row ->> 'mail' is null
        -- The limit of emails to one mailbox was reached.
        then row - 'after' || '{"mail": "failed"}' else row - 'after' end order by place), '[]')
      from unnest(v_rows[:v_limit]) with ordinality as each (row, place)),
    'next', case when cardinality(v_rows) > v_limit then v_rows[v_limit] ->> 'after' end);
end $$;
comment on function public.team_seats_page(uuid, text, integer) is
  'The people of a team that the caller owns: open rows by address, then those that have ended. Never answers, notes or scores. Null for another person''s team.';

grant execute on function
  public.my_teams(),
  public.team_seats_page(uuid, text, integer)
to authenticated;
