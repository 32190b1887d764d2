-- Learners in the staff console: finding an account, and what support needs to know about it. Never what a learner wrote.

-- Learners change their own name, and indexes call it with the rights of the writer.
grant execute on function private.name_key(text) to authenticated;
create index profiles_last_name_prefix on public.profiles (private.name_key(last_name) text_pattern_ops);
create index profiles_name_prefix on public.profiles (private.name_key(first_name || ' ' || last_name) text_pattern_ops);

create function private.staff_learners_sql(p_search text, p_filter text, p_is_first boolean) returns text
  language plpgsql immutable set search_path = ''
  as $$
  declare
    -- text_pattern_ops compares bytes, so a prefix is a range. Unlike a pattern, the text may contain % and _.
    c_email constant text := 'select user_id from private.accounts where email_key ~>=~ $2 and email_key ~<~ $3';
    v_found text := case
      when p_search = '' then 'true'
      when p_search ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then 'a.user_id = $1::uuid'
      when p_search like '%@%' then 'a.user_id in (' || c_email || ')'
      else 'a.user_id in (' || c_email || '
        union select id from public.profiles
          where private.name_key(last_name) ~>=~ $2 and private.name_key(last_name) ~<~ $3
        union select id from public.profiles where private.name_key(first_name || '' '' || last_name) ~>=~ $2
          and private.name_key(first_name || '' '' || last_name) ~<~ $3)'
    end;
    v_kept text := case p_filter
      when 'enrolled' then 'exists (
        select from public.course_enrollments as e where e.user_id = a.user_id and e.status = ''active'')'
      when 'waiting' then 'a.user_id in (select user_id from private.device_syncs where unsent > 0 or refused > 0)'
      when 'factor' then 'a.user_id in (select user_id from private.removals_to_confirm())'
      else 'true'
    end;
  begin
    return 'select a.* from private.accounts as a where ' || v_found || ' and ' || v_kept
      || case when p_is_first then '' else ' and (a.created_at, a.user_id) < ($4, $5)' end
      || ' order by a.created_at desc, a.user_id desc limit $6';
  end;
  $$;
comment on function private.staff_learners_sql is
  'The statement that finds a page of accounts. It contains no part of the search itself, only the form of condition that the search needs.';

create function private.lessons_completed(p_user uuid) returns integer
  language sql stable set search_path = ''
  as $$
    select pg_catalog.count(*)::integer
    from public.course_progress as done
      join private.course_outline as outline on outline.course_id = done.course_id and outline.lesson_id = done.lesson_id
    where done.user_id = p_user and done.completed and outline.is_required
  $$;
comment on function private.lessons_completed is 'How many of the course''s current lessons the learner has completed.';

create function private.last_study_day(p_user uuid) returns date
  language sql stable set search_path = ''
  as $$ select nullif(day, '-infinity') from public.sync_clock where user_id = p_user $$;
comment on function private.last_study_day is 'The last day (UTC) on which work of the learner arrived. Null before the first.';

create function private.learner_row(p_mine private.accounts) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'id', u.id, 'email', coalesce(u.email, ''), 'created_at', private.iso(p_mine.created_at),
      'name', (select pg_catalog.btrim(first_name || ' ' || last_name) from public.profiles where id = u.id),
      'role', u.raw_app_meta_data ->> 'role',
      'access', (
        select pg_catalog.jsonb_build_object('tier', tier, 'status', status)
        from public.course_enrollments where user_id = u.id),
      'lessons_completed', private.lessons_completed(u.id),
      'last_study_day', private.last_study_day(u.id),
      'waiting', (
        select coalesce(pg_catalog.sum(coalesce(unsent, 0) + coalesce(refused, 0)), 0) from private.device_syncs where user_id = u.id))
    from auth.users as u where u.id = p_mine.user_id
  $$;

create function public.staff_learners(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: staff read accounts only through this.
  as $$
  declare
    v_search constant text := pg_catalog.btrim(coalesce(p_search, ''));
    v_key constant text := private.name_key(v_search);
    v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
    v_before constant text := coalesce(p_before, '');
    v_found private.accounts[];
    v_last private.accounts;
  begin
    perform private.require_staff();
    if v_before <> '' and v_before !~ '^[0-9T:.+-]{19,40}_[0-9a-f-]{36}$' then
      raise exception 'This page does not exist. Start again from the newest account.';
    end if;
    execute 'select pg_catalog.array_agg(found) from ('
        || private.staff_learners_sql(v_search, p_filter, v_before = '') || ') as found'
      into v_found
      using v_search, v_key, v_key || pg_catalog.chr(1114111),
        nullif(pg_catalog.split_part(v_before, '_', 1), '')::timestamptz,
        nullif(pg_catalog.split_part(v_before, '_', 2), '')::uuid, v_limit + 1;
    if pg_catalog.cardinality(v_found) > v_limit then v_last := v_found[v_limit]; end if;
    return pg_catalog.jsonb_build_object(
      'rows', coalesce((
        select pg_catalog.jsonb_agg(private.learner_row(a) order by a.created_at desc, a.user_id desc)
        from pg_catalog.unnest(v_found[1:v_limit]) as a), '[]'),
      'next', case when v_last.user_id is not null
        then (pg_catalog.to_jsonb(v_last.created_at) #>> '{}') || '_' || v_last.user_id end);
  end;
  $$;
comment on function public.staff_learners is
  'Accounts, newest first: { rows, next }. next is the p_before of the next page, or null. The search is the start of an email address or name, or a whole id; the filter is enrolled, waiting (work on a device), factor (a second factor to remove) or empty.';

create function private.sign_in_mail(p_user uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when coalesce(email, '') = '' then 'none'
      -- Someone else may have created the account. The link that confirms the address hands it to the owner.
      when not private.is_owners_account(id) then 'confirm'
      when coalesce(encrypted_password, '') = '' and exists (
        select from auth.identities where user_id = u.id and provider not in ('email', 'phone')) then 'provider'
      else 'reset'
    end
    from auth.users as u where id = p_user
  $$;
comment on function private.sign_in_mail is
  'Which email helps the owner of an account to sign in: reset (choose a password), confirm (confirm the address), or neither: provider (signs in with Google or GitHub), none (has no address).';

create function private.learner_sign_in(p_user uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'has_password', coalesce(u.encrypted_password, '') <> '',
      'must_change_password', coalesce(u.raw_app_meta_data -> 'must_change_password' = 'true', false),
      'providers', (
        select coalesce(pg_catalog.jsonb_agg(provider order by provider), '[]')
        from auth.identities where user_id = p_user and provider not in ('email', 'phone')),
      'factors', (
        select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'type', factor_type, 'added_at', private.iso(created_at)) order by created_at), '[]')
        from auth.mfa_factors where user_id = p_user and status = 'verified'),
      'recovery_codes', (select pg_catalog.count(*) from public.recovery_codes where user_id = p_user),
      'mail', private.sign_in_mail(p_user),
      'removal_refusal', private.removal_refusal(p_user))
    from auth.users as u where u.id = p_user
  $$;

create function private.learner_devices(p_user uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    with devices as (
      select s.id, s.user_agent, s.created_at,
        -- The auth server stores this one without a time zone, in UTC.
        greatest(s.refreshed_at at time zone 'UTC', s.created_at, d.synced_at) as used_at,
        d.synced_at, d.unsent, d.refused
      from auth.sessions as s left join private.device_syncs as d on d.session_id = s.id
      where s.user_id = p_user and (s.not_after is null or s.not_after > pg_catalog.now())
      order by used_at desc limit 50
    )
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'id', id, 'user_agent', coalesce(user_agent, ''), 'signed_in_at', private.iso(created_at),
      'used_at', private.iso(used_at), 'synced_at', private.iso(synced_at), 'unsent', unsent, 'refused', refused)
      order by used_at desc), '[]')
    from devices
  $$;
comment on function private.learner_devices is 'The sessions of an account, the one used last first, each with its last sync.';

create function private.learner_progress(p_user uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'lessons_completed', private.lessons_completed(p_user),
      'lessons', (select pg_catalog.count(*) from private.course_outline where is_required),
      'last_study_day', private.last_study_day(p_user),
      'quiz_attempts', (select pg_catalog.count(*) from public.quiz_attempts where user_id = p_user),
      'quizzes_passed', (
        select pg_catalog.count(distinct lesson_id) from public.quiz_attempts where user_id = p_user and passed),
      -- Only how many, for a learner who misses some.
      'notes', (
        select pg_catalog.count(*) from (
          select distinct on (note_id) deleted from private.lesson_notes
          where user_id = p_user order by note_id, stamp desc) as newest
        where not deleted),
      'workbook_fields', (
        select pg_catalog.count(*) from private.workbook_fields where user_id = p_user and value <> ''),
      'capstone', (
        select pg_catalog.jsonb_build_object(
          'attempt', h.attempt, 'handed_in_at', private.iso(h.received_at), 'passed', r.passed,
          'reviewed_at', private.iso(r.reviewed_at))
        from public.capstone_hand_ins as h left join public.capstone_reviews as r on r.hand_in_id = h.id
        where h.user_id = p_user order by h.attempt desc limit 1),
      'certificates', (
        select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'id', id, 'kind', kind, 'issued_at', private.iso(issued_at), 'revoked_at', private.iso(revoked_at))
          order by issued_at desc), '[]')
        from public.certificates where user_id = p_user))
  $$;
comment on function private.learner_progress is 'How far a learner is, in counts and states only.';

create function private.learner_access(p_user uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'enrolment', (
        select pg_catalog.jsonb_build_object(
          'tier', tier, 'status', status, 'reason', reason, 'started_at', private.iso(started_at),
          'ended_at', private.iso(ended_at))
        from public.course_enrollments where user_id = p_user),
      'orders', (
        select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'id', id, 'status', status, 'tier', tier, 'created_at', private.iso(created_at)) order by created_at desc), '[]')
        from public.orders where user_id = p_user),
      'teams', (
        select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('id', t.id, 'name', t.name, 'role', mine.role)
          order by t.created_at desc, mine.role), '[]')
        from (
          select id as team_id, 'owner' as role from public.teams where owner_id = p_user
          union
          select team_id, case when ended_at is null then 'place' else 'ended' end from public.team_seats where user_id = p_user
        ) as mine join public.teams as t on t.id = mine.team_id))
  $$;

create function private.learner_removal(p_user uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'id', mine.id, 'state', private.removal_state(mine),
      'requested_at', private.iso(mine.requested_at), 'earliest_at', private.iso(mine.earliest_at),
      'expires_at', private.iso(mine.expires_at), 'ended_at', private.iso(mine.ended_at),
      'requested_by', coalesce(private.staff_email(mine.requested_by), ''),
      'is_mine', mine.requested_by = auth.uid())
    from private.factor_removals as mine where user_id = p_user order by requested_at desc limit 1
  $$;
comment on function private.learner_removal is 'The latest request to remove the second factor, or null.';

create function public.staff_learner(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads rows of all learners and the auth server's tables.
  as $$
  begin
    perform private.require_staff();
    return (
      select pg_catalog.jsonb_build_object(
        'id', u.id, 'email', coalesce(u.email, ''), 'created_at', private.iso(mine.created_at),
        'name', (select pg_catalog.btrim(first_name || ' ' || last_name) from public.profiles where id = u.id),
        'role', u.raw_app_meta_data ->> 'role',
        'last_sign_in_at', private.iso(u.last_sign_in_at),
        'is_address_confirmed', private.has_proven_address(u.id),
        'is_locked', coalesce(u.banned_until > pg_catalog.now(), false),
        'deletion_due_at', (
          select private.iso(due_at) from public.deletion_requests where user_id = u.id),
        'sign_in', private.learner_sign_in(u.id),
        'devices', private.learner_devices(u.id),
        'progress', private.learner_progress(u.id),
        'removal', private.learner_removal(u.id),
        'acts', private.staff_timeline('learner', u.id::text)) || private.learner_access(u.id)
      from auth.users as u join private.accounts as mine on mine.user_id = u.id where u.id = p_id);
  end;
  $$;
comment on function public.staff_learner is
  'What support needs to know about one account, in states, times and counts. Null if there is none with this id.';

create function public.record_sign_in_mail(p_actor uuid, p_user uuid, p_kind text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: reads the auth server's tables and queues an email with the record of it.
  as $$
  declare
    v_kind text;
    v_sent timestamptz[];
  begin
    -- Locked, so that two calls for one learner come one after the other.
    perform from auth.users where id = p_user for no key update;
    v_kind := private.sign_in_mail(p_user);
    -- The account has changed since the screen was loaded, or does not exist any more.
    if v_kind is distinct from p_kind or p_kind not in ('reset', 'confirm') then
      return pg_catalog.jsonb_build_object('outcome', coalesce(v_kind, 'not_found'));
    end if;
    v_sent := array(
      select at from public.staff_actions
      where subject_kind = 'learner' and subject_id = p_user::text and action in ('reset_mail_sent', 'confirmation_mail_sent')
        and at > pg_catalog.now() - interval '1 hour'
      order by at desc);
    -- A repeat, or another member of staff with the same idea: each link would replace the one in the email before.
    if v_sent[1] > pg_catalog.now() - interval '5 minutes' then
      return pg_catalog.jsonb_build_object('outcome', 'sent_before');
    end if;
    if pg_catalog.cardinality(v_sent) >= 3 then return pg_catalog.jsonb_build_object('outcome', 'too_many'); end if;
    if v_kind = 'confirm' then perform public.request_address_link(null, p_user); end if;
    perform private.record_staff_action(p_actor, case v_kind when 'reset' then 'reset_mail_sent' else 'confirmation_mail_sent' end,
      'learner', p_user::text, '', '{}');
    return pg_catalog.jsonb_build_object('outcome', 'allowed', 'email', (select email from auth.users where id = p_user));
  end;
  $$;
comment on function public.record_sign_in_mail is
  'Records that staff send a learner an email for signing in, and queues it if it is the one that confirms the address: { outcome: allowed, email }. Otherwise the outcome is sent_before (within five minutes), too_many (three within an hour, for all staff together), the kind that the account needs instead, or not_found.';

grant execute on function
  public.staff_learners(text, text, text, integer),
  public.staff_learner(uuid)
to authenticated;
grant execute on function public.record_sign_in_mail(uuid, uuid, text) to service_role;
