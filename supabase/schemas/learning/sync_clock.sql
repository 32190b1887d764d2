-- The revision counter of each learner, and what limits the growth of their rows.
--
-- Every change to a synced row takes the next revision while it holds a lock on the learner's clock row. Revisions
-- therefore become visible in ascending order, and a cursor cannot skip one that is not visible yet. Timestamps and
-- sequences as cursors lose rows under concurrent writers (tests/sync measures it).

create table public.sync_clock (
  user_id uuid primary key references auth.users (id) on delete cascade,
  rev bigint not null default 0 check (rev >= 0),
  epoch uuid not null default pg_catalog.gen_random_uuid(),
  latest_stamp timestamptz not null default '-infinity',
  row_count integer not null default 0,
  bytes bigint not null default 0,
  day date not null default '-infinity',
  day_changes integer not null default 0
);
comment on table public.sync_clock is 'The last revision given to a learner''s rows. Its row lock serialises their writes.';
comment on column public.sync_clock.epoch is
  'A new value tells devices that the server lost history: they pull from the start and push what it lost.';
comment on column public.sync_clock.latest_stamp is
  'The time of the latest stamp of this learner. Stamps up to it are accepted even if the server''s clock was set back.';
comment on column public.sync_clock.row_count is 'Rows that sync_push has added and not removed, without places.';
comment on column public.sync_clock.bytes is 'The size of the contents in study_rows, without places.';
comment on column public.sync_clock.day_changes is 'Changes by sync_push on `day` (UTC), not counting places.';

alter table public.sync_clock enable row level security;

create function private.lock_clock(p_user uuid) returns public.sync_clock
  language plpgsql set search_path = ''
  as $$
  declare
    v_clock public.sync_clock;
  begin
    select * into v_clock from public.sync_clock where user_id = p_user for update;
    if found then return v_clock; end if;

    insert into public.sync_clock (user_id) values (p_user) on conflict (user_id) do nothing;
    select * into strict v_clock from public.sync_clock where user_id = p_user for update;
    return v_clock;
  end;
  $$;
comment on function private.lock_clock is
  'The learner''s clock, created when missing and locked until the transaction ends.';

create function private.next_rev(p_user uuid) returns bigint
  language plpgsql set search_path = ''
  as $$
  declare
    v_rev bigint;
  begin
    insert into public.sync_clock as clock (user_id, rev) values (p_user, 1)
    on conflict (user_id) do update set rev = clock.rev + 1
    returning rev into v_rev;
    return v_rev;
  end;
  $$;
comment on function private.next_rev is
  'Takes the learner''s next revision, holding the clock until the transaction ends.';

-- Definer: the triggers of direct writes call it, and learners have no rights on the clock.
create function private.lock_own_clock() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if auth.uid() is not null then perform private.lock_clock(auth.uid()); end if;
    return null;
  end;
  $$;
comment on function private.lock_own_clock is
  'Locks the clock before any statement on synced rows. Clock first, rows second everywhere, so that no two writers can deadlock.';

-- Definer: the service role has no other right on the clocks.
create function private.begin_new_epoch() returns void
  language sql security definer set search_path = ''
  as $$ update public.sync_clock set epoch = pg_catalog.gen_random_uuid() where true; $$;
comment on function private.begin_new_epoch is
  'Run by the operator after restoring a backup: every device pulls from cursor 0 and pushes again what the server lost.';

create function private.count_change(
  p_user uuid, p_rows integer, p_bytes integer, p_is_deletion boolean default false
) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    v_max_per_day constant integer := 5000; -- a device that pushes everything again sends a few hundred
    v_max_rows constant integer := 50000;
    v_max_bytes constant integer := 8000000;
    -- A learner at a limit can still delete and shorten: a deletion is a small row, and what adds nothing is always accepted.
    v_part constant numeric := case when p_is_deletion then 1.1 else 1 end;
    v_today constant date := (pg_catalog.now() at time zone 'UTC')::date;
    v_clock public.sync_clock := private.lock_clock(p_user);
  begin
    if p_rows > 0 and v_clock.row_count + p_rows > v_max_rows * v_part
      or p_bytes > 0 and v_clock.bytes + p_bytes > v_max_bytes * v_part then
      raise exception 'too_many' using errcode = 'AC001';
    end if;
    if v_clock.day = v_today and v_clock.day_changes >= v_max_per_day * v_part then
      raise exception 'too_many_today' using errcode = 'AC001';
    end if;
    update public.sync_clock
      set row_count = row_count + p_rows, bytes = bytes + p_bytes, day = v_today,
        day_changes = case when day = v_today then day_changes + 1 else 1 end
      where user_id = p_user;
  end;
  $$;
comment on function private.count_change is
  'Counts one change by sync_push. Above the limits of decision 0043 it raises AC001, with the code of the refusal as message.';

grant execute on function
  private.begin_new_epoch()
to service_role;
