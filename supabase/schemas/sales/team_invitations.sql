-- What the owner of a team does: invites people, ends and moves places, and hands the team over. Each function answers
-- not_found (or null) about a team of another owner.

create function private.owned_team(p_team uuid) returns public.teams
language plpgsql volatile security definer
-- Definer: no role of the API may read the table.
set search_path = '' as $$
declare
  v_team public.teams;
begin
  -- Locked, so that whatever happens in a team happens one after the other.
  select * into v_team from public.teams where id = p_team and owner_id = auth.uid() for no key update;
  return v_team;
end $$;
comment on function private.owned_team(uuid) is 'Locks and returns a team of the caller. Null for any other.';

create function private.take_invitations(p_team public.teams, p_count integer) returns boolean
language sql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
  with counted as (
    update public.teams set invited_on = current_date,
      invited_count = p_count + case when invited_on = current_date then invited_count else 0 end
    where id = p_team.id and p_count + case when invited_on = current_date then invited_count else 0 end
      <= 3 * private.team_capacity(p_team.id) + 20
    returning id
  )
  select exists (select from counted)
$$;
comment on function private.take_invitations(public.teams, integer) is
  'Counts invitations of a team. False when there are too many for one day.';

create function private.queue_invitations(p_seats uuid[]) returns void
language sql volatile security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
  insert into public.mail_queue (kind, dedupe_key, recipient, data, next_attempt_at)
  select 'team_invitation', private.invitation_key(mine), mine.email, jsonb_build_object('seat_id', mine.id),
    -- Two a second, so that a receipt or a password does not wait behind five hundred of them.
    now() + (place - 1) * interval '500 milliseconds'
  from unnest(p_seats) with ordinality as each (id, place) join public.team_seats as mine using (id)
  where private.takes_another_mail('team_invitation', mine.email, 2, 3)
  on conflict (dedupe_key) do nothing
$$;
comment on function private.queue_invitations(uuid[]) is
  'Queues the emails of these invitations, at most three a day for one mailbox.';

create function public.invite_to_team(p_team uuid, p_emails text[], p_send boolean) returns jsonb
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_team public.teams := private.owned_team(p_team);
  v_reply jsonb;
  v_new integer;
  v_seats uuid[];
begin
  perform private.require_full_session();
  if v_team.id is null then return null; end if;
  if cardinality(p_emails) > 5000 then
    raise exception 'Too many addresses.' using errcode = '22023';
  end if;
  with typed as (
    select place, email, private.email_key(email) as key
    from (
      select place, btrim(left(coalesce(email, ''), 300)) as email from unnest(p_emails) with ordinality as each (email, place)
    ) as trimmed
  ), judged as (
    select place, email, case
      when not private.is_email_address(email) then 'invalid'
      when row_number() over (partition by key order by place) > 1 then 'repeated'
      when exists (
        select from public.team_seats where team_id = p_team and private.email_key(team_seats.email) = key and ended_at is null
      ) then 'in_team'
      else 'invited' end as verdict
    from typed
  )
  select jsonb_build_object('invited', '[]'::jsonb, 'in_team', '[]'::jsonb, 'repeated', '[]'::jsonb, 'invalid', '[]'::jsonb)
    || coalesce(jsonb_object_agg(verdict, emails), '{}')
  into v_reply
  from (select verdict, jsonb_agg(email order by place) as emails from judged group by verdict) as lists;

  v_new := jsonb_array_length(v_reply -> 'invited');
  v_reply := v_reply || jsonb_build_object('missing', greatest(0, v_new - greatest(0, private.free_seats(v_team))));
  if p_send is not true or v_new = 0 or v_reply -> 'missing' <> '0' then return v_reply; end if;
  if not private.take_invitations(v_team, v_new) then
    raise exception 'Too many invitations for one day. Please try again tomorrow.' using errcode = 'PT429';
  end if;
  with made as (
    insert into public.team_seats (team_id, email)
    select p_team, email from jsonb_array_elements_text(v_reply -> 'invited') as email
    returning id
  )
  select array_agg(id) into v_seats from made;
  perform private.queue_invitations(v_seats);
  return v_reply;
end $$;
comment on function public.invite_to_team(uuid, text[], boolean) is
  'Sorts addresses into invited, in_team, repeated and invalid, and says how many places are missing. With p_send, invites the first list unless any are missing.';

-- An owner's act on one place. The team is locked before the place, as everywhere.
create function private.owned_seat(p_seat uuid) returns public.team_seats
language plpgsql volatile security definer
-- Definer: no role of the API may read the table.
set search_path = '' as $$
declare
  v_team constant public.teams := private.owned_team((select team_id from public.team_seats where id = p_seat));
  v_seat public.team_seats;
begin
  select * into v_seat from public.team_seats where id = p_seat and team_id = v_team.id for no key update;
  return v_seat;
end $$;

create function public.resend_invitation(p_seat uuid) returns text
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_seat public.team_seats := private.owned_seat(p_seat);
  v_team public.teams;
begin
  perform private.require_full_session();
  if v_seat.id is null or v_seat.claimed_at is not null then return 'not_found'; end if;
  select * into strict v_team from public.teams where id = v_seat.team_id;
  if v_seat.ended_at is not null or v_team.ended_at is not null then return 'ended'; end if;
  if v_team.paused_at is not null then return 'no_places'; end if;
  if v_seat.invited_at > now() - interval '5 minutes' or not private.takes_another_mail('team_invitation', v_seat.email, 2, 3) then
    return 'too_soon';
  end if;
  if not private.take_invitations(v_team, 1) then return 'too_many'; end if;
  update public.team_seats set invited_at = now() where id = p_seat;
  perform private.queue_invitations(array[p_seat]);
  return 'done';
end $$;
comment on function public.resend_invitation(uuid) is
  'Emails an invitation again: done, not_found, ended, no_places (the team is paused), too_soon (five minutes; two an hour and three a day for one mailbox) or too_many (for the team and day).';

create function private.finish_seat(p_seat public.team_seats, p_reason text) returns void
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
begin
  update public.team_seats set ended_at = now(), end_reason = p_reason where id = p_seat.id;
  update public.mail_queue set status = 'skipped', finished_at = now()
  where dedupe_key = private.invitation_key(p_seat) and status = 'queued';
  perform private.recompute_enrollment(p_seat.user_id, team.course_id) from public.teams as team where id = p_seat.team_id;
  if exists (select from public.teams where id = p_seat.team_id and paused_at is not null) then
    perform private.set_team_pause(p_seat.team_id);
  end if;
  if p_reason = 'removed' then
    perform private.queue_team_mail('seat_ended', p_seat.id::text, p_seat.user_id, jsonb_build_object('seat_id', p_seat.id));
  end if;
end $$;
comment on function private.finish_seat(public.team_seats, text) is
  'Ends an invitation or a place. A learner whom the owner removed gets an email.';

create function public.end_seat(p_seat uuid) returns text
language plpgsql volatile security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_seat public.team_seats := private.owned_seat(p_seat);
begin
  perform private.require_full_session();
  if v_seat.id is null then return 'not_found'; end if;
  if v_seat.ended_at is not null then return 'ended'; end if;
  perform private.finish_seat(v_seat, case when v_seat.claimed_at is null then 'withdrawn' else 'removed' end);
  return 'done';
end $$;
comment on function public.end_seat(uuid) is
  'Withdraws an invitation or ends a place: done, not_found or ended. The learner keeps the certificate and everything written.';

create function public.move_seat(p_seat uuid, p_email text) returns text
language plpgsql volatile security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_seat public.team_seats := private.owned_seat(p_seat);
  v_email constant text := btrim(coalesce(p_email, ''));
  v_team public.teams;
begin
  perform private.require_full_session();
  if v_seat.id is null then return 'not_found'; end if;
  select * into strict v_team from public.teams where id = v_seat.team_id;
  if v_seat.ended_at is not null or v_team.ended_at is not null then return 'ended'; end if;
  if not private.is_email_address(v_email) then return 'invalid'; end if;
  if exists (
    select from public.team_seats
    where team_id = v_team.id and ended_at is null and private.email_key(email) = private.email_key(v_email)
  ) then return 'in_team'; end if;
  if v_team.paused_at is not null or private.free_seats(v_team) < 0 then return 'no_places'; end if;
  if not private.take_invitations(v_team, 1) then return 'too_many'; end if;
  perform public.end_seat(p_seat);
  insert into public.team_seats (team_id, email) values (v_team.id, v_email) returning id into v_seat.id;
  perform private.queue_invitations(array[v_seat.id]);
  return 'done';
end $$;
comment on function public.move_seat(uuid, text) is
  'Ends a place and invites another person to it: done, not_found, ended, invalid, in_team, no_places (more are given than bought, or the team is paused) or too_many.';

create function public.set_team_link(p_team uuid, p_limit integer, p_ends_at timestamptz) returns text
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_team public.teams := private.owned_team(p_team);
  v_key constant text := case when p_limit is not null then replace(gen_random_uuid()::text, '-', '') end;
begin
  perform private.require_full_session();
  if v_team.id is null or v_team.ended_at is not null then return null; end if;
  if p_limit is not null and (p_limit between 1 and 500 and p_ends_at > now() and p_ends_at <= now() + interval '1 year') is not true then
    raise exception 'Choose a limit from 1 to 500 and an end within a year.' using errcode = '22023';
  end if;
  -- A window that does not show the link yet must not replace it: it may have been shared.
  if p_limit is not null and v_team.link_key is not null then return v_team.link_key; end if;
  update public.teams set link_key = v_key, link_limit = p_limit, link_used = 0,
    link_ends_at = case when p_limit is not null then p_ends_at end
  where id = p_team;
  return v_key;
end $$;
comment on function public.set_team_link(uuid, integer, timestamptz) is
  'Creates the link with which people join, unless there is one, or removes it when the limit is null. Returns its key.';

create function public.hand_over_team(p_team uuid, p_seat uuid) returns text
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_team public.teams := private.owned_team(p_team);
  v_new uuid;
begin
  perform private.require_full_session();
  if v_team.id is null then return 'not_found'; end if;
  select user_id into v_new from public.team_seats
  where id = p_seat and team_id = p_team and user_id is not null and ended_at is null;
  if not found then return 'not_found'; end if;
  if v_new = v_team.owner_id then return 'invalid'; end if;
  perform private.give_team(v_team, v_new);
  return 'done';
end $$;
comment on function public.hand_over_team(uuid, uuid) is
  'Makes a person with a place in the team its owner, and emails both: done, not_found, or invalid for the owner''s own place.';

grant execute on function
  public.invite_to_team(uuid, text[], boolean),
  public.resend_invitation(uuid),
  public.end_seat(uuid),
  public.move_seat(uuid, text),
  public.set_team_link(uuid, integer, timestamptz),
  public.hand_over_team(uuid, uuid)
to authenticated;
