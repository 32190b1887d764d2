-- The two calls of the sync, sync_pull and sync_push (src/entities/messages.ts, docs/decisions/0082). sync_push locks the
-- learner's clock and calls handle_row for each row, which calls the function that joins a row of this kind.

-- Every row that the sync returns, in the form in which devices store it. Kinds whose content the server reads or changes
-- have tables of their own; their fields that only the server writes are named in src/entities.
create view private.synced_rows as
  select user_id, kind, key, content, stamp, rev from public.study_rows
  union all
  select user_id, 'progress', lesson_id, pg_catalog.jsonb_build_object(
    'lessonId', lesson_id, 'completed', completed, 'completedAt', private.iso(completed_at), 'quizScore', quiz_score),
    null, rev
  from public.course_progress
  union all
  select user_id, 'attempt', id::text, pg_catalog.jsonb_build_object(
    'id', id, 'lessonId', lesson_id, 'lessonVersion', lesson_version, 'answers', answers,
    'takenAt', private.iso(taken_at), 'score', score, 'passed', passed, 'receivedAt', private.iso(received_at)),
    null, rev
  from public.quiz_attempts
  union all
  select user_id, 'achievement', achievement_type, pg_catalog.jsonb_build_object('type', achievement_type), null, rev
  from public.user_achievements
  union all
  -- A review gives its hand-in a new revision and arrives with it. It does not name the reviewer.
  select h.user_id, 'capstone', h.id::text, pg_catalog.jsonb_build_object(
    'id', h.id, 'attempt', h.attempt, 'texts', h.texts, 'handedInAt', private.iso(h.handed_in_at),
    'receivedAt', private.iso(h.received_at),
    'review', case when r.hand_in_id is not null then pg_catalog.jsonb_build_object(
      'scores', r.scores, 'comments', r.comments, 'overall', r.overall, 'hasSources', r.has_sources,
      'hasDiligence', r.has_diligence, 'passed', r.passed, 'reviewedAt', private.iso(r.reviewed_at)) end),
    null, h.rev
  from public.capstone_hand_ins as h left join public.capstone_reviews as r on r.hand_in_id = h.id;
comment on view private.synced_rows is 'Every row that the sync may return, with its kind, key, content, stamp and revision.';

create function private.require_learner(p_version integer) returns uuid
  language plpgsql stable set search_path = ''
  as $$
  begin
    if p_version is distinct from 1 then -- PROTOCOL_VERSION
      raise exception 'this server knows version 1 of the sync' using errcode = 'invalid_parameter_value';
    end if;
    perform private.require_full_session();
    return auth.uid();
  end;
  $$;
comment on function private.require_learner is
  'The learner whose device syncs. Policies do not apply to definer functions, so they call this to check the session.';

create function private.stamp_limit(p_clock public.sync_clock) returns timestamptz
  language sql stable set search_path = ''
  return greatest(pg_catalog.date_trunc('milliseconds', pg_catalog.now()) + interval '1 minute', p_clock.latest_stamp);
comment on function private.stamp_limit is
  'The latest time of a stamp that is accepted. It includes the learner''s own latest stamp, in case this server''s clock was set back.';

create function private.reply_head(p_clock public.sync_clock) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'user_id', p_clock.user_id, 'epoch', p_clock.epoch, 'rev', p_clock.rev,
      'time', pg_catalog.trunc(extract(epoch from pg_catalog.now()) * 1000),
      'limit', pg_catalog.trunc(extract(epoch from private.stamp_limit(p_clock)) * 1000),
      'registered_at', private.iso((select created_at from auth.users where id = p_clock.user_id)),
      'enrolled_at', (
        select private.iso(started_at) from public.course_enrollments
        where user_id = p_clock.user_id and course_id = 'ai-fluency-30-days'))
  $$;
comment on function private.reply_head is 'The fields with which both replies begin.';

create function private.handle_row(p_user uuid, p_row jsonb, p_limit timestamptz) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_kind text := private.json_text(p_row -> 'kind');
    v_content jsonb := p_row -> 'content';
    v_code text;
  begin
    -- A sub-transaction, so that an error in this row does not affect the others.
    begin
      if v_kind in ('progress', 'attempt', 'achievement', 'capstone') and (private.json_text(v_content -> case v_kind
          when 'progress' then 'lessonId' when 'achievement' then 'type' else 'id' end)
        = private.json_text(p_row -> 'key')) is not true then
        return 'invalid';
      end if;
      v_code := case v_kind
        when 'progress' then private.apply_progress(p_user, v_content)
        when 'attempt' then private.apply_attempt(p_user, v_content)
        when 'achievement' then private.apply_achievement(p_user, v_content)
        when 'capstone' then private.apply_capstone(p_user, v_content)
        else private.join_study_row(p_user, p_row, p_limit)
      end;
    exception
      -- A limit was reached: the message is the code of the refusal.
      when sqlstate 'AC001' then v_code := sqlerrm;
      when others then
        if private.is_worth_retrying(sqlstate) then raise; end if;
        raise log 'sync_push: a row of kind % failed with %', v_kind, sqlstate;
        v_code := 'invalid';
    end;
    return v_code;
  end;
  $$;
comment on function private.handle_row is
  'Joins one row. Null if the server has it now, else the code of the refusal. A refused row changes no data.';

create table private.refusals (
  code text primary key,
  -- In UTC.
  day date not null,
  count integer not null
);
comment on table private.refusals is
  'How many rows sync_push refused on the last day on which it refused any, by code. Names no learner.';

alter table private.refusals enable row level security;

create function private.count_refusals(p_answers jsonb) returns void
  language sql set search_path = ''
  as $$
    insert into private.refusals as mine (code, day, count)
    select code, (pg_catalog.now() at time zone 'UTC')::date, pg_catalog.count(*)
    from pg_catalog.jsonb_to_recordset(p_answers) as answers (code text)
    where code is not null
    group by code
    -- Two pushes must not wait for each other.
    order by code
    on conflict (code) do update set day = excluded.day,
      count = excluded.count + case when mine.day = excluded.day then mine.count else 0 end;
  $$;
comment on function private.count_refusals is 'Counts the refused rows in the answers to a push.';

-- Definer: it writes the clock and the learner's rows, which a learner may not write directly, and reads the answer keys, which a learner may not read. It acts
-- only for auth.uid() and takes no user id.
create function public.sync_push(version integer, rows jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_max_rows constant integer := 100; -- MAX_ROWS_PER_PUSH
    v_user uuid := private.require_learner(version);
    v_clock public.sync_clock;
    v_row jsonb;
    v_code text;
    v_mine private.synced_rows;
    v_answers jsonb := '[]';
    v_rows jsonb := '[]';
  begin
    if pg_catalog.jsonb_typeof(rows) is distinct from 'array' then
      raise exception 'rows must be an array' using errcode = 'invalid_parameter_value';
    end if;
    if pg_catalog.jsonb_array_length(rows) > v_max_rows then
      raise exception 'at most % rows at once', v_max_rows using errcode = 'invalid_parameter_value';
    end if;

    -- Without an outline every lesson would be unknown, so the push fails, and devices try again.
    perform private.require_outline('ai-fluency-30-days');
    v_clock := private.lock_clock(v_user);
    for v_row in select value from pg_catalog.jsonb_array_elements(rows) loop
      v_code := private.handle_row(v_user, v_row, private.stamp_limit(v_clock));
      v_answers := v_answers || pg_catalog.jsonb_build_object(
        'kind', coalesce(private.json_text(v_row -> 'kind'), ''), 'key', coalesce(private.json_text(v_row -> 'key'), ''),
        'code', v_code);
      if v_code is null then
        select * into v_mine from private.synced_rows
          where user_id = v_user and kind = v_row ->> 'kind' and key = v_row ->> 'key';
        -- The row goes back if the join differs from what was sent. Devices leave out what only the server writes.
        if found and (pg_catalog.jsonb_strip_nulls(v_mine.content), v_mine.stamp::text)
          is distinct from (pg_catalog.jsonb_strip_nulls(v_row -> 'content'), v_row ->> 'stamp') then
          v_rows := v_rows || private.row_in_reply(v_mine);
        end if;
      end if;
    end loop;
    -- Last, because its rows are locked until the end of the transaction, and all learners share them.
    perform private.count_refusals(v_answers);
    select * into v_clock from public.sync_clock where user_id = v_user;
    return private.reply_head(v_clock) || pg_catalog.jsonb_build_object('answers', v_answers, 'rows', v_rows);
  end;
  $$;
comment on function public.sync_push is
  'Joins up to 100 rows. Returns one answer for each, in order, and the rows that differ here from what was sent (pushReply).';

create function private.row_in_reply(p_row private.synced_rows) returns jsonb
  language sql immutable parallel safe set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object('kind', p_row.kind, 'key', p_row.key, 'content', p_row.content, 'rev', p_row.rev)
      || case when p_row.stamp is not null then pg_catalog.jsonb_build_object('stamp', p_row.stamp) else '{}' end
  $$;

create function private.sync_page(p_user uuid, p_cursor bigint, p_max_rows integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    -- One statement, hence one snapshot: the clock matches the rows below.
    with clock as (
      select mine as whole, rev from public.sync_clock as mine where user_id = p_user
    ), page as (
      select mine as whole, rev from private.synced_rows as mine
      where user_id = p_user and rev > p_cursor
      order by rev
      limit p_max_rows + 1
    ), bound as (
      -- Every revision is on at most one row, so a page may end after any row.
      select
        pg_catalog.count(*) > p_max_rows as has_more,
        case
          when pg_catalog.count(*) > p_max_rows then (pg_catalog.array_agg(rev order by rev))[p_max_rows]
          else (select rev from clock)
        end as upto
      from page
    )
    select private.reply_head((select whole from clock)) || pg_catalog.jsonb_build_object(
      'cursor', bound.upto,
      'has_more', bound.has_more,
      'rows', coalesce((
        select pg_catalog.jsonb_agg(private.row_in_reply(whole) order by rev) from page where rev <= bound.upto), '[]')
    )
    from bound;
  $$;

-- Definer: it creates or renews the caller's clock. It acts only for auth.uid().
create function public.sync_pull(
  version integer, epoch uuid, cursor bigint, seen bigint, max_rows integer, unsent integer, refused integer
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_most_rows constant integer := 1000; -- MAX_ROWS_PER_PULL
    v_user uuid := private.require_learner(version);
    v_from bigint := cursor;
    -- A device may have pushed since it last pulled.
    v_seen bigint := greatest(cursor, seen);
    v_epoch uuid := epoch;
    v_limit integer := greatest(1, least(coalesce(max_rows, v_most_rows), v_most_rows));
    v_clock public.sync_clock;
  begin
    if v_from is null or v_from < 0 then
      raise exception 'the cursor must not be negative' using errcode = 'invalid_parameter_value';
    end if;

    select * into v_clock from public.sync_clock where user_id = v_user;
    if not found or v_seen > v_clock.rev then
      v_clock := private.lock_clock(v_user);
      -- The device has seen revisions that this database does not have: a backup was restored. Another device that still
      -- names the old epoch is not the first to notice, and begins none.
      if v_seen > v_clock.rev and v_clock.epoch = coalesce(v_epoch, v_clock.epoch) then
        update public.sync_clock set epoch = pg_catalog.gen_random_uuid() where user_id = v_user;
        v_from := 0;
      end if;
    end if;
    perform private.note_sync(v_user, unsent, refused);
    return private.sync_page(v_user, v_from, v_limit);
  end;
  $$;
comment on function public.sync_pull is
  'The caller''s rows after the cursor, in order of revision (pullReply). unsent and refused count the rows that the device still has.';

grant execute on function
  public.sync_push(integer, jsonb),
  public.sync_pull(integer, uuid, bigint, bigint, integer, integer, integer)
to authenticated;
