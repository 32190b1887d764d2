-- The two calls of the sync engine, sync_push and sync_pull (src/entities/protocol.ts), and how an op is applied: sync_push
-- locks the learner's clock and calls handle_op for each op, handle_op calls apply_op, and apply_op calls the apply_
-- function of the op's type, which is defined next to its table.

create function private.upcast_payload(p_type text, p_version bigint, p_payload jsonb) returns jsonb
  language sql immutable parallel safe set search_path = ''
  -- A device may reconnect after years, so every version ever shipped has a branch here that converts it to the newest
  -- one. Never remove a branch.
  return case p_version when 1 then p_payload end;
comment on function private.upcast_payload is
  'The payload in its newest form, or null for a version that this server does not know.';

create function private.apply_op(p_user uuid, p_op jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_max_safe_integer constant bigint := 9007199254740991;
    v_type text := private.json_text(p_op -> 'type');
    v_version bigint := private.json_integer(p_op -> 'v', 1, v_max_safe_integer);
    v_payload jsonb := p_op -> 'payload';
  begin
    if v_type is null or v_version is null
      or private.json_instant(p_op -> 'client_at') is null
      or pg_catalog.jsonb_typeof(v_payload) is distinct from 'object' then
      return 'invalid';
    end if;
    if v_type not in ('progress', 'attempt', 'achievement', 'workbook', 'note', 'place', 'capstone') then return 'unknown_type'; end if;

    v_payload := private.upcast_payload(v_type, v_version, v_payload);
    if v_payload is null then return 'unknown_version'; end if;

    return case v_type
      when 'progress' then private.apply_progress(p_user, v_payload)
      when 'attempt' then private.apply_attempt(p_user, v_payload)
      when 'achievement' then private.apply_achievement(p_user, v_payload)
      when 'workbook' then private.apply_workbook(p_user, private.json_uuid(p_op -> 'op_id'), v_payload)
      when 'note' then private.apply_note(p_user, private.json_uuid(p_op -> 'op_id'), v_payload)
      when 'place' then private.apply_lesson_place(p_user, private.json_uuid(p_op -> 'op_id'), v_payload)
      when 'capstone' then private.apply_capstone(p_user, v_payload)
    end;
  end;
  $$;

create function private.time_instead(p_user uuid, p_op jsonb) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select nullif(
      case p_op ->> 'type'
        when 'progress' then greatest(
          claimed, private.study_time(p_user, payload ->> 'course_id', payload ->> 'lesson_id', claimed))
        else private.clamp_client_time(claimed)
      end,
      claimed)
    from (select p_op -> 'payload') as sent (payload),
      lateral private.json_instant(coalesce(payload -> 'written_at', payload -> 'completed_at')) as claimed
  $$;
comment on function private.time_instead is
  'The time that the server takes for an op instead of the device''s, if it takes another one. Applied again later, such an op could get yet another time. Null for an op without such a time: an attempt, achievement or hand-in.';

create function private.handle_op(p_user uuid, p_op jsonb) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    v_op_id uuid := private.json_uuid(p_op -> 'op_id');
    v_claimed_at timestamptz := private.json_instant(p_op #> '{payload,written_at}');
    v_entry public.sync_ledger;
    v_time_instead timestamptz;
    v_rev bigint;
    v_is_known boolean;
    v_code text;
  begin
    -- An op without a valid id still gets its entry in the list of results.
    if v_op_id is null then
      return pg_catalog.jsonb_build_object(
        'op_id', '00000000-0000-0000-0000-000000000000', 'status', 'rejected', 'code', 'invalid');
    end if;

    select * into v_entry from public.sync_ledger where user_id = p_user and op_id = v_op_id;
    v_is_known := found;
    -- A known place is joined once more, with the time that it got: the same move can carry a further step than before,
    -- after a backup without that step was restored.
    if not v_is_known or p_op ->> 'type' = 'place' and v_entry.written_at is not null then
      -- A sub-transaction, so that an error in this op does not affect the others.
      begin
        select rev into v_rev from public.sync_clock where user_id = p_user;
        v_code := private.apply_op(p_user, case when v_is_known then
          pg_catalog.jsonb_set(p_op, '{payload,written_at}', pg_catalog.to_jsonb(private.iso(v_entry.written_at)))
          else p_op end);
        if v_code is null and not v_is_known then
          v_time_instead := private.time_instead(p_user, p_op);
          -- An op that changes nothing now changes nothing later, unless it would then get another time. So it is neither
          -- counted nor recorded. It may be one whose row in the ledger was deleted (docs/decisions/0053). A place is
          -- always recognised by its row, and changes with every step, so its op is not recorded either (0058).
          if v_time_instead is not null
            or (p_op ->> 'type' <> 'place' and v_rev < (select rev from public.sync_clock where user_id = p_user)) then
            perform private.count_op(p_user);
            insert into public.sync_ledger (user_id, op_id, written_at) values (p_user, v_op_id, v_time_instead)
            returning * into v_entry;
          end if;
        end if;
      exception
        -- A limit was reached: the message is the code of the refusal.
        when sqlstate 'AC001' then v_code := sqlerrm;
        when others then
          if private.is_worth_retrying(sqlstate) then raise; end if;
          raise log 'sync_push: an op of type % failed with %', p_op -> 'type', sqlstate;
          v_code := 'invalid';
      end;
    end if;

    if v_code is not null then
      return pg_catalog.jsonb_build_object('op_id', p_op -> 'op_id', 'status', 'rejected', 'code', v_code);
    end if;
    return pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
      'op_id', p_op -> 'op_id', 'status', case when v_is_known then 'duplicate' else 'ok' end,
      'written_at', case when v_claimed_at is not null then
        private.iso(coalesce(v_entry.written_at, private.clamp_client_time(v_claimed_at))) end));
  end;
  $$;
comment on function private.handle_op is
  'Applies one op exactly once. A refused op changes no data, so it is checked again when it is sent again.';

create table private.refusals (
  code text primary key,
  -- In UTC.
  day date not null,
  count integer not null
);
comment on table private.refusals is
  'How many ops sync_push refused on the last day on which it refused any, by code. Names no learner.';

alter table private.refusals enable row level security;
revoke all on private.refusals from public, anon, authenticated, service_role;

create function private.count_refusals(p_results jsonb) returns void
  language sql set search_path = ''
  as $$
    insert into private.refusals as mine (code, day, count)
    select code, (pg_catalog.now() at time zone 'UTC')::date, pg_catalog.count(*)
    from pg_catalog.jsonb_to_recordset(p_results) as results (status text, code text)
    where status = 'rejected'
    group by code
    -- Two pushes must not wait for each other.
    order by code
    on conflict (code) do update set day = excluded.day,
      count = excluded.count + case when mine.day = excluded.day then mine.count else 0 end;
  $$;
comment on function private.count_refusals is 'Counts the rejected ops in the results of a push.';

create function private.require_learner() returns uuid
  language plpgsql stable set search_path = ''
  as $$
  begin
    perform private.require_full_session();
    return auth.uid();
  end;
  $$;
comment on function private.require_learner is
  'The learner whose device syncs. Policies do not apply to definer functions, so they call this to check the session.';

-- Definer: it writes the clock, the ledger and attempts, and reads the answer keys, none of which a learner may touch.
-- It acts only for auth.uid() and takes no user id.
create function public.sync_push(ops jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_max_ops constant integer := 100; -- MAX_OPS_PER_PUSH
    v_user uuid := private.require_learner();
    v_clock public.sync_clock;
    v_key constant text := pg_catalog.encode(pg_catalog.sha256(('pushes ' || v_user::text)::bytea), 'hex');
    v_limit text;
    v_refuses boolean;
    v_op jsonb;
    v_results jsonb := '[]';
  begin
    if pg_catalog.jsonb_typeof(ops) is distinct from 'array' then
      raise exception 'ops must be an array' using errcode = 'invalid_parameter_value';
    end if;
    if pg_catalog.jsonb_array_length(ops) > v_max_ops then
      raise exception 'at most % ops at once', v_max_ops using errcode = 'invalid_parameter_value';
    end if;

    perform private.require_outline('ai-fluency-30-days');
    v_clock := private.lock_clock(v_user);
    -- What is refused because of a limit has been written before, and stays in the database's files until a vacuum. So after 20
    -- such pushes in a quarter of an hour, ops are refused unread.
    v_limit := private.limit_of(v_clock);
    v_refuses := v_limit is not null and public.rate_limit_wait(v_key, 20, 900) > 0;
    if v_limit is not null and not v_refuses and ops <> '[]' then
      perform public.take_rate_limit(v_key, 20, 900);
    end if;
    for v_op in select value from pg_catalog.jsonb_array_elements(ops) loop
      v_results := v_results || case
        when v_refuses and private.json_uuid(v_op -> 'op_id') is not null and not exists (
          select from public.sync_ledger where user_id = v_user and op_id = private.json_uuid(v_op -> 'op_id'))
          then pg_catalog.jsonb_build_object('op_id', v_op -> 'op_id', 'status', 'rejected', 'code', v_limit)
        else private.handle_op(v_user, v_op)
      end;
    end loop;
    -- Last, because its rows are locked until the end of the transaction, and all learners share them.
    if v_results @> '[{"status": "rejected"}]' then perform private.count_refusals(v_results); end if;
    return pg_catalog.jsonb_build_object('user_id', v_user, 'epoch', v_clock.epoch, 'results', v_results);
  end;
  $$;
comment on function public.sync_push is
  'Accepts up to 100 ops and returns one status per op, in order (pushReplySchema).';

-- The rows that a pull returns. Add each new synced table to this view.
create view private.synced_rows as
  select user_id, rev, 'course_progress' as source, pg_catalog.jsonb_build_object(
    'course_id', course_id, 'module_id', module_id, 'lesson_id', lesson_id, 'completed', completed,
    'completed_at', private.iso(completed_at), 'quiz_score', quiz_score, 'rev', rev) as content
  from public.course_progress
  union all
  select user_id, rev, 'quiz_attempts', pg_catalog.jsonb_build_object(
    'id', id, 'course_id', course_id, 'lesson_id', lesson_id, 'lesson_version', lesson_version,
    'answers', answers, 'score', score, 'passed', passed, 'taken_at', private.iso(taken_at),
    'received_at', private.iso(received_at), 'rev', rev)
  from public.quiz_attempts
  union all
  select user_id, rev, 'user_achievements', pg_catalog.jsonb_build_object(
    'achievement_type', achievement_type, 'achievement_name', achievement_name, 'rev', rev)
  from public.user_achievements
  union all
  select user_id, rev, 'workbook_fields', pg_catalog.jsonb_build_object(
    'course_id', course_id, 'field_id', field_id, 'value', value, 'written_at', private.iso(written_at),
    'op_id', op_id, 'rev', rev)
  from public.workbook_fields
  union all
  select user_id, rev, 'lesson_notes', pg_catalog.jsonb_build_object(
    'op_id', op_id, 'note_id', note_id, 'course_id', course_id, 'lesson_id', lesson_id,
    'lesson_version', lesson_version, 'anchor', anchor, 'colour', colour, 'body', body, 'deleted', deleted,
    'written_at', private.iso(written_at), 'rev', rev)
  from public.lesson_notes
  union all
  select user_id, rev, 'lesson_places', pg_catalog.jsonb_build_object(
    'course_id', course_id, 'lesson_id', lesson_id, 'step', step, 'part', part, 'share', share,
    'furthest', furthest, 'written_at', private.iso(written_at), 'op_id', op_id, 'rev', rev)
  from public.lesson_places
  union all
  -- A review gives its hand-in a new revision and arrives with it. It does not name the reviewer.
  select h.user_id, h.rev, 'capstone_hand_ins', pg_catalog.jsonb_build_object(
    'id', h.id, 'course_id', h.course_id, 'attempt', h.attempt, 'texts', h.texts,
    'handed_in_at', private.iso(h.handed_in_at), 'received_at', private.iso(h.received_at),
    'review', case when r.hand_in_id is not null then pg_catalog.jsonb_build_object(
      'scores', r.scores, 'comments', r.comments, 'overall', r.overall, 'has_sources', r.has_sources,
      'has_diligence', r.has_diligence, 'passed', r.passed, 'reviewed_at', private.iso(r.reviewed_at)) end,
    'rev', h.rev)
  from public.capstone_hand_ins as h left join public.capstone_reviews as r on r.hand_in_id = h.id;
comment on view private.synced_rows is
  'Every row that sync_pull may return, with its table and its form in the reply.';

revoke all on private.synced_rows from public, anon, authenticated, service_role;

create function private.sync_page(p_user uuid, p_cursor bigint, p_max_rows integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    -- One statement, hence one snapshot: the clock matches the rows below.
    with clock as (
      select rev, epoch from public.sync_clock where user_id = p_user
    ), page as (
      select rev, source, content from private.synced_rows
      where user_id = p_user and rev > p_cursor
      order by rev
      limit p_max_rows + 1
    ), bound as (
      -- Every revision is on exactly one row, so a page may end after any row.
      select
        pg_catalog.count(*) > p_max_rows as has_more,
        case
          when pg_catalog.count(*) > p_max_rows then (pg_catalog.array_agg(rev order by rev))[p_max_rows]
          else (select rev from clock)
        end as upto
      from page
    ), by_source as (
      select source, pg_catalog.jsonb_agg(content order by rev) as contents
      from page where rev <= (select upto from bound)
      group by source
    )
    select pg_catalog.jsonb_build_object(
      'user_id', p_user,
      'epoch', clock.epoch,
      'cursor', bound.upto,
      'has_more', bound.has_more,
      'rows', '{"course_progress": [], "quiz_attempts": [], "user_achievements": [], "workbook_fields": [], "lesson_notes": [], "lesson_places": [], "capstone_hand_ins": []}'
        || coalesce((select pg_catalog.jsonb_object_agg(source, contents) from by_source), '{}')
    )
    from clock, bound;
  $$;

-- Definer: it creates or renews the caller's clock. It acts only for auth.uid().
create function public.sync_pull(
  cursor bigint, max_rows integer default 1000, unsent integer default null, refused integer default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_most_rows constant integer := 1000; -- MAX_ROWS_PER_PULL
    v_user uuid := private.require_learner();
    v_from bigint := cursor;
    v_limit integer := greatest(1, least(coalesce(max_rows, v_most_rows), v_most_rows));
    v_clock public.sync_clock;
  begin
    if v_from is null or v_from < 0 then
      raise exception 'the cursor must not be negative' using errcode = 'invalid_parameter_value';
    end if;

    select * into v_clock from public.sync_clock where user_id = v_user;
    if not found or v_from > v_clock.rev then
      v_clock := private.lock_clock(v_user);
      -- The device has seen revisions that this database does not have: a backup was restored.
      if v_from > v_clock.rev then
        update public.sync_clock set epoch = pg_catalog.gen_random_uuid() where user_id = v_user;
        v_from := 0;
      end if;
    end if;
    perform private.note_sync(v_user, unsent, refused);
    return private.sync_page(v_user, v_from, v_limit);
  end;
  $$;
comment on function public.sync_pull is
  'The caller''s rows after the cursor, in order of revision (pullReplySchema). unsent and refused count the changes that the device still has; older versions of the app leave them out.';

revoke all on function
  private.upcast_payload(text, bigint, jsonb),
  private.apply_op(uuid, jsonb),
  private.time_instead(uuid, jsonb),
  private.handle_op(uuid, jsonb),
  private.count_refusals(jsonb),
  private.require_learner(),
  public.sync_push(jsonb),
  private.sync_page(uuid, bigint, integer),
  public.sync_pull(bigint, integer, integer, integer)
from public, anon, authenticated, service_role;
grant execute on function
  public.sync_push(jsonb),
  public.sync_pull(bigint, integer, integer, integer)
to authenticated;
