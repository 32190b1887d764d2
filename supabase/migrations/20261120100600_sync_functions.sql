-- The two calls of the sync engine (src/domain/protocol.ts).

create function private.is_worth_retrying(p_sqlstate text) returns boolean
  language sql immutable parallel safe
  -- Appendix A of the PostgreSQL manual: connection, transaction state (a read-only replica), rollback
  -- (serialization, deadlock), resources, locks, operator intervention, system and internal errors.
  return pg_catalog.left(p_sqlstate, 2) in ('08', '25', '40', '53', '55', '57', '58', 'XX');

create function private.handle_op(p_user uuid, p_op jsonb) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    v_op_id uuid := private.json_uuid(p_op -> 'op_id');
    v_code text;
  begin
    -- An op that cannot be named still gets its place in the list of results.
    if v_op_id is null then
      return pg_catalog.jsonb_build_object(
        'op_id', '00000000-0000-0000-0000-000000000000', 'status', 'rejected', 'code', 'invalid');
    end if;
    if exists (select from public.sync_ledger where user_id = p_user and op_id = v_op_id) then
      return pg_catalog.jsonb_build_object('op_id', p_op -> 'op_id', 'status', 'duplicate');
    end if;

    -- A sub-transaction: whatever is wrong with this op, the others are not its hostages.
    begin
      v_code := private.apply_op(p_user, p_op);
      if v_code is null then
        insert into public.sync_ledger (user_id, op_id) values (p_user, v_op_id);
      end if;
    exception when others then
      if private.is_worth_retrying(sqlstate) then raise; end if;
      raise log 'sync_push: an op of type % failed with %', p_op -> 'type', sqlstate;
      v_code := 'invalid';
    end;

    if v_code is null then
      return pg_catalog.jsonb_build_object('op_id', p_op -> 'op_id', 'status', 'ok');
    end if;
    return pg_catalog.jsonb_build_object('op_id', p_op -> 'op_id', 'status', 'rejected', 'code', v_code);
  end;
  $$;
comment on function private.handle_op is
  'Applies one op exactly once. A refused op leaves no trace, so it is judged again when it is sent again.';

create function private.require_learner() returns uuid
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_user uuid := auth.uid();
  begin
    -- A token outlives its deleted account by up to an hour.
    if not exists (select from auth.users where id = v_user) then
      raise exception 'sign in to sync' using errcode = 'insufficient_privilege';
    end if;
    return v_user;
  end;
  $$;

-- Security definer: it writes the clock, the ledger and attempts, and reads the answer keys, none of which a
-- learner may touch. It acts for auth.uid() alone and takes no user id.
create function public.sync_push(ops jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_max_ops constant integer := 100; -- MAX_OPS_PER_PUSH
    v_user uuid := private.require_learner();
    v_clock public.sync_clock;
    v_op jsonb;
    v_results jsonb := '[]';
  begin
    if pg_catalog.jsonb_typeof(ops) is distinct from 'array' then
      raise exception 'ops must be an array' using errcode = 'invalid_parameter_value';
    end if;
    if pg_catalog.jsonb_array_length(ops) > v_max_ops then
      raise exception 'at most % ops at once', v_max_ops using errcode = 'invalid_parameter_value';
    end if;

    v_clock := private.lock_clock(v_user);
    for v_op in select value from pg_catalog.jsonb_array_elements(ops) loop
      v_results := v_results || private.handle_op(v_user, v_op);
    end loop;
    return pg_catalog.jsonb_build_object('user_id', v_user, 'epoch', v_clock.epoch, 'results', v_results);
  end;
  $$;
comment on function public.sync_push is 'Takes up to 100 ops and answers one status per op, in order (pushReplySchema).';

create function private.sync_page(p_user uuid, p_cursor bigint, p_max_rows integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    -- One statement, so one snapshot: the clock and the rows below it belong together.
    with clock as (
      select rev, epoch from public.sync_clock where user_id = p_user
    ), page as (
      select rev from public.course_progress where user_id = p_user and rev > p_cursor
      union all
      select rev from public.quiz_attempts where user_id = p_user and rev > p_cursor
      union all
      select rev from public.user_achievements where user_id = p_user and rev > p_cursor
      order by rev
      limit p_max_rows + 1
    ), bound as (
      -- Every revision is on exactly one row, so a page may end after any of them.
      select
        pg_catalog.count(*) > p_max_rows as has_more,
        case
          when pg_catalog.count(*) > p_max_rows then (pg_catalog.array_agg(rev order by rev))[p_max_rows]
          else (select rev from clock)
        end as upto
      from page
    )
    select pg_catalog.jsonb_build_object(
      'user_id', p_user,
      'epoch', clock.epoch,
      'cursor', bound.upto,
      'has_more', bound.has_more,
      'rows', pg_catalog.jsonb_build_object(
        'course_progress', (
          select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'course_id', p.course_id, 'module_id', p.module_id, 'lesson_id', p.lesson_id,
            'completed', p.completed, 'completed_at', private.iso(p.completed_at),
            'quiz_score', p.quiz_score, 'rev', p.rev) order by p.rev), '[]')
          from public.course_progress p
          where p.user_id = p_user and p.rev > p_cursor and p.rev <= bound.upto),
        'quiz_attempts', (
          select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'id', a.id, 'course_id', a.course_id, 'lesson_id', a.lesson_id,
            'lesson_version', a.lesson_version, 'answers', a.answers, 'score', a.score,
            'passed', a.passed, 'taken_at', private.iso(a.taken_at),
            'received_at', private.iso(a.received_at), 'rev', a.rev) order by a.rev), '[]')
          from public.quiz_attempts a
          where a.user_id = p_user and a.rev > p_cursor and a.rev <= bound.upto),
        'user_achievements', (
          select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'achievement_type', u.achievement_type, 'achievement_name', u.achievement_name,
            'rev', u.rev) order by u.rev), '[]')
          from public.user_achievements u
          where u.user_id = p_user and u.rev > p_cursor and u.rev <= bound.upto)
      )
    )
    from clock, bound;
  $$;

-- Security definer: it makes or renews the caller's clock. It acts for auth.uid() alone.
create function public.sync_pull(cursor bigint, max_rows integer default 500) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_most_rows constant integer := 500; -- MAX_ROWS_PER_PULL
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
      -- The device has seen revisions that this database has not: it was restored from an older backup.
      if v_from > v_clock.rev then
        update public.sync_clock set epoch = pg_catalog.gen_random_uuid() where user_id = v_user;
        v_from := 0;
      end if;
    end if;
    return private.sync_page(v_user, v_from, v_limit);
  end;
  $$;
comment on function public.sync_pull is 'The caller''s rows after the cursor, in order of revision (pullReplySchema).';

revoke execute on function
  private.is_worth_retrying(text),
  private.handle_op(uuid, jsonb),
  private.require_learner(),
  private.sync_page(uuid, bigint, integer),
  public.sync_push(jsonb),
  public.sync_pull(bigint, integer)
from public, anon, authenticated, service_role;
grant execute on function public.sync_push(jsonb), public.sync_pull(bigint, integer) to authenticated;
